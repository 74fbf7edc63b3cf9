package io.quipu.client;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Requests to the Java client about kinds {@code latest}, {@code linear} and {@code sketch}. */
record JavaKinds(QuipuClient client, String namespace) {

  CompletableFuture<JsonObject> state(JsonObject request) {
    String time = request.getString("time");
    Statement statement =
        new Statement(
            where(request),
            request.getString("counter"),
            request.getString("actor"),
            request.getLong("version"),
            request.getLong("value"),
            request.getLong("replaces"),
            time == null ? null : Instant.parse(time));
    return client.add(statement).thenApply(done -> new JsonObject());
  }

  CompletableFuture<JsonObject> value(JsonObject request) {
    SketchValue value =
        new SketchValue(where(request), request.getString("counter"), request.getValue("value"));
    return client.add(value).thenApply(done -> new JsonObject());
  }

  CompletableFuture<JsonObject> increment(JsonObject request) {
    String id = request.getString("id");
    Increment increment =
        new Increment(
            where(request),
            request.getString("counter"),
            request.getLong("delta"),
            request.getInteger("events", 1),
            id == null ? Event.newId() : id,
            request.getLong("min"),
            request.getLong("max"));
    return client
        .increment(increment)
        .thenApply(
            done -> {
              JsonObject answer = new JsonObject();
              put(answer, "count", done.count());
              put(answer, "remaining", done.remaining());
              put(answer, "resets", done.resets());
              return answer;
            });
  }

  /** The members that only counts with bounds have. */
  static JsonObject bounds(JsonObject answer, Count.Bounds bounds) {
    put(answer, "min", bounds.min());
    put(answer, "max", bounds.max());
    put(answer, "remaining", bounds.remaining());
    put(answer, "resets", bounds.resets());
    return answer;
  }

  private static void put(JsonObject answer, String name, @Nullable Object value) {
    if (value != null) {
      answer.put(name, value.toString());
    }
  }

  CompletableFuture<JsonObject> sketch(JsonObject request) {
    return client.sketch(ref(request), options(request)).thenApply(JavaKinds::text);
  }

  CompletableFuture<JsonObject> sketches(List<CounterRef> counters) {
    return client
        .sketchMany(counters)
        .thenApply(
            all -> {
              List<JsonObject> texts = all.stream().map(one -> text(one.sketch())).toList();
              return new JsonObject().put("sketches", new JsonArray(texts));
            });
  }

  CompletableFuture<JsonObject> windows(JsonObject request) {
    return client
        .sketchWindows(
            ref(request),
            options(request),
            Granularity.valueOf(request.getString("granularity").toUpperCase(Locale.ROOT)),
            time(request.getString("from")),
            time(request.getString("to")),
            zone(request))
        .thenApply(
            windows -> {
              JsonArray list = new JsonArray();
              windows.forEach(
                  window -> list.add(text(window.sketch()).put("settled", window.settled())));
              return new JsonObject().put("windows", list);
            });
  }

  CompletableFuture<JsonObject> total(JsonObject request) {
    return client
        .sketchTotal(
            ref(request),
            options(request),
            Instant.parse(request.getString("from")),
            time(request.getString("to")),
            zone(request),
            request.containsKey("compare"))
        .thenApply(
            total -> {
              JsonObject sum = text(total);
              return total.previous() == null ? sum : sum.put("previous", text(total.previous()));
            });
  }

  static JsonObject text(SketchTotal total) {
    return text(total.sketch()).put("settled", total.settled());
  }

  static JsonObject text(Sketch sketch) {
    JsonObject text = new JsonObject().put("events", sketch.events().toString());
    if (sketch.estimate() != null) {
      text.put("estimate", sketch.estimate().estimate().toPlainString())
          .put("lower", sketch.estimate().lower().toPlainString())
          .put("upper", sketch.estimate().upper().toPlainString());
    }
    return text.put("items", new JsonArray(sketch.items().stream().map(JavaKinds::item).toList()))
        .put("ranks", new JsonArray(sketch.quantiles().stream().map(JavaKinds::rank).toList()));
  }

  private static String item(Sketch.Item item) {
    return item.item().toString();
  }

  private static String rank(Sketch.Quantile quantile) {
    return quantile.rank().toPlainString();
  }

  private static SketchOptions options(JsonObject request) {
    List<Double> ranks =
        request.getJsonArray("ranks", new JsonArray()).stream()
            .map(rank -> ((Number) rank).doubleValue())
            .toList();
    return new SketchOptions(ranks, request.getInteger("n", 0));
  }

  private String where(JsonObject request) {
    return Objects.requireNonNullElse(request.getString("namespace"), namespace);
  }

  private CounterRef ref(JsonObject request) {
    return new CounterRef(where(request), request.getString("counter"));
  }

  private static @Nullable ZoneId zone(JsonObject request) {
    return request.containsKey("tz") ? ZoneId.of(request.getString("tz")) : null;
  }

  private static @Nullable Instant time(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }

  /** What identifies an event, in errors. */
  static JsonObject members(Recordable recordable) {
    JsonObject members =
        new JsonObject()
            .put("namespace", recordable.namespace())
            .put("counter", recordable.counter());
    if (recordable instanceof Event event) {
      return members
          .put("delta", event.delta())
          .put("events", event.events())
          .put("id", event.id());
    }
    if (recordable instanceof Increment increment) {
      return members
          .put("delta", increment.delta())
          .put("events", increment.events())
          .put("id", increment.id());
    }
    return recordable instanceof Statement statement
        ? members.put("actor", statement.actor()).put("version", statement.version())
        : members.put("value", ((SketchValue) recordable).value());
  }
}
