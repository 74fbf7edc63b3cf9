package io.quipu.edge.http;

import io.quipu.edge.counters.SeriesInput;
import io.quipu.edge.response.Response;
import io.quipu.edge.web.Query;
import io.quipu.engine.kind.Answer;
import io.quipu.engine.kind.SeriesAnswer;
import io.quipu.engine.kind.SeriesAnswers;
import io.quipu.engine.kind.SeriesRange;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.model.JsonText;
import io.quipu.engine.model.KnownCounter;
import io.quipu.ops.trace.Span;
import io.quipu.service.ReadService;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Answers of several series. */
record SeriesResponse(ReadService reads, Span span) {
  private static final String LABELS = "labels";
  private static final String BY_COUNT = "count";
  private static final String BY_NAME = "name";

  /** The maximum number of series that are read at once. */
  private static final int AT_ONCE = 16;

  /** Reads {@code order}, {@code limit} and {@code after}, and asks for the series. */
  static SeriesRange range(SeriesInput input, KnownCounter counter, Query query) {
    String order = query.get("order").orElse(BY_COUNT);
    boolean byCount = order.equals(BY_COUNT);
    if (!byCount && !order.equals(BY_NAME)) {
      throw new InvalidInput("order", "order must be one of count, name");
    }
    String after = query.get("after").orElse("");
    if (byCount && !after.isEmpty()) {
      throw new InvalidInput("after", "after needs order=name: the largest have one page");
    }
    return input.range(counter, after, ListLimit.of(query), byCount);
  }

  /** Reads the counts of series. */
  Future<SeriesAnswers> counts(SeriesRange range) {
    return reads
        .series(range, span)
        .map(
            counts -> {
              if (counts.equals(SeriesAnswers.TOO_MANY)) {
                throw new InvalidInput(
                    "order", "there are too many series to find the largest; take order=name");
              }
              return counts;
            });
  }

  /** Writes the counts of series as an answer. */
  static Response of(SeriesInput input, KnownCounter counter, SeriesAnswers counts) {
    JsonText json =
        new JsonText()
            .beginObject()
            .field("namespace", counter.name().namespace())
            .field("counter", counter.name().name());
    input.write(json).name("series").beginArray();
    for (Answer one : counts.series()) {
      json.beginObject();
      SeriesAnswer.labels(json, LABELS, counter, one.counter().series());
      one.writeParts(json);
      json.endObject();
    }
    json.endArray();
    String next = counts.next();
    if (next != null) {
      json.field("next", SeriesInput.next(next));
    }
    Long total = counts.total();
    if (total != null) {
      json.field("total", total);
    }
    return Response.json(200, json.endObject());
  }

  /**
   * Reads something of the largest series, and writes it as the elements of {@code series}.
   *
   * @param limit the usual and largest number of series
   * @param read reads something of a series
   * @param write writes what was read into the object of the series
   */
  <T> Future<JsonText> each(
      SeriesInput input,
      KnownCounter counter,
      int limit,
      JsonText json,
      Function<KnownCounter, Future<T>> read,
      BiConsumer<JsonText, T> write) {
    return counts(input.range(counter, "", limit, true))
        .map(
            counts ->
                counts.series().stream()
                    .map(one -> new KnownCounter(one.counter(), counter.namespace()))
                    .toList())
        .compose(
            series ->
                all(series, 0, new ArrayList<>(), read)
                    .map(
                        found -> {
                          input.write(json).name("series").beginArray();
                          for (int i = 0; i < series.size(); i++) {
                            json.beginObject();
                            SeriesAnswer.labels(
                                json, LABELS, counter, series.get(i).name().series());
                            write.accept(json, found.get(i));
                            json.endObject();
                          }
                          return json.endArray();
                        }));
  }

  private static <T> Future<List<T>> all(
      List<KnownCounter> series, int from, List<T> found, Function<KnownCounter, Future<T>> read) {
    if (from >= series.size()) {
      return Future.succeededFuture(found);
    }
    int end = Math.min(series.size(), from + AT_ONCE);
    List<Future<T>> some = series.subList(from, end).stream().map(read).toList();
    return Future.all(some)
        .compose(
            done -> {
              some.forEach(one -> found.add(one.result()));
              return all(series, end, found, read);
            });
  }
}
