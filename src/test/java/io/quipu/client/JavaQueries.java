package io.quipu.client;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Requests to the Java client of many questions, and of ranges with names. */
record JavaQueries(QuipuClient client, String namespace) {

  CompletableFuture<JsonObject> query(JsonObject request) {
    List<JsonObject> asked =
        request.getJsonArray("queries").stream().map(JsonObject.class::cast).toList();
    return client
        .query(
            asked.stream().map(one -> question(one, request.getString("namespace"))).toList(),
            range(request),
            zone(request),
            request.containsKey("compare"))
        .thenApply(
            results ->
                new JsonObject()
                    .put(
                        "results",
                        new JsonArray(
                            IntStream.range(0, results.size())
                                .mapToObj(
                                    i -> result(results.get(i), asked.get(i).getString("ask")))
                                .toList())));
  }

  CompletableFuture<JsonObject> windows(JsonObject request) {
    return client
        .windows(ref(request), granularity(request), range(request), zone(request))
        .thenApply(JavaUnderTest::windows);
  }

  CompletableFuture<JsonObject> total(JsonObject request) {
    return client
        .total(ref(request), range(request), zone(request), request.containsKey("compare"))
        .thenApply(JavaUnderTest::sum);
  }

  CompletableFuture<JsonObject> top(JsonObject request) {
    return client
        .top(
            request.getString("namespace", namespace),
            request.getInteger("n"),
            range(request),
            zone(request))
        .thenApply(JavaUnderTest::ranking);
  }

  private static Question question(JsonObject json, String otherwise) {
    String id = json.getString("id");
    Question question =
        switch (json.getString("ask")) {
          case "count" -> Question.count(id);
          case "total" -> Question.total(id);
          case "windows" -> Question.windows(id, granularity(json));
          case "series" -> Question.series(id, JavaUnderTest.breakdown(json));
          case "top" -> Question.top(id, json.getInteger("limit"));
          default -> throw new IllegalArgumentException(json.encode());
        };
    String namespace = json.getString("namespace", otherwise);
    question = namespace == null ? question : question.namespace(namespace);
    question = json.containsKey("counter") ? question.counter(json.getString("counter")) : question;
    question = json.containsKey("prefix") ? question.prefix(json.getString("prefix")) : question;
    Range range = range(json);
    question = range == null ? question : question.over(range);
    return json.containsKey("compare") ? question.compared() : question;
  }

  private static JsonObject result(QueryResult result, String ask) {
    JsonObject json = new JsonObject().put("id", result.id());
    if (result.problem() != null) {
      return json.put("status", result.problem().status())
          .put("type", result.problem().type())
          .put("detail", result.problem().detail());
    }
    json.put("status", 200);
    return switch (ask) {
      case "count" -> json.mergeIn(JavaUnderTest.text(result.count(), result.events()));
      case "total" -> json.put("total", JavaUnderTest.sum(result.total()));
      case "windows" -> json.mergeIn(JavaUnderTest.windows(result.windows()));
      case "series" -> json.mergeIn(JavaUnderTest.counted(result.series()));
      default -> json.mergeIn(JavaUnderTest.ranking(result.top()));
    };
  }

  private static Range range(JsonObject json) {
    Object range = json.getValue("range");
    return range instanceof JsonObject bounds
        ? new Range(null, bounds.getString("from"), bounds.getString("to"))
        : range == null ? null : Range.of((String) range);
  }

  private static ZoneId zone(JsonObject json) {
    return json.containsKey("tz") ? ZoneId.of(json.getString("tz")) : null;
  }

  private static Granularity granularity(JsonObject json) {
    return Granularity.valueOf(json.getString("granularity").toUpperCase(Locale.ROOT));
  }

  private CounterRef ref(JsonObject request) {
    return new CounterRef(request.getString("namespace", namespace), request.getString("counter"));
  }
}
