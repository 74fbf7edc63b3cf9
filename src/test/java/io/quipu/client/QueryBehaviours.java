package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of {@code clients/behaviours.md}: many questions in one request, and ranges with names. */
abstract class QueryBehaviours extends Behaviours {

  /** Each as the read of its name answers, and one that has a problem of its own. */
  @Test
  void query() {
    service().record(counter, "[{\"delta\":7}]");
    service()
        .record(
            TestedService.BROKEN,
            counter,
            "[{\"delta\":5,\"labels\":{\"country\":\"CH\",\"plan\":\"pro\"}}]");
    ClientUnderTest client = client();
    JsonObject asked =
        asking(
                question("count", "count"),
                question("total", "total"),
                question("bad", "total").put("namespace", "no-such-namespace"),
                question("windows", "windows").put("granularity", "day"),
                question("series", "series")
                    .put("namespace", TestedService.BROKEN)
                    .put("by", new JsonArray().add("country")),
                question("past", "total").put("range", "yesterday"))
            .put("range", "7d")
            .put("tz", "Europe/Zurich")
            .put("compare", "previous");

    proxy.next(Fault.CUT_ANSWER);
    JsonArray results = done(client.ask(asked)).getJsonArray("results");

    assertThat(texts(results, "id"))
        .containsExactly("count", "total", "bad", "windows", "series", "past");
    assertThat(results.getJsonObject(0).getString("count")).isEqualTo("7");
    JsonObject total = results.getJsonObject(1).getJsonObject("total");
    assertThat(total.getString("count")).as(results.encode()).isEqualTo("7");
    assertThat(total.getJsonObject("previous").getString("count")).isEqualTo("0");
    assertThat(results.getJsonObject(2).getInteger("status")).isEqualTo(404);
    assertThat(results.getJsonObject(2).getString("type")).isEqualTo("/problems/unknown-namespace");
    assertThat(texts(results.getJsonObject(3).getJsonArray("windows"), "count"))
        .hasSize(7)
        .contains("7");
    assertThat(results.getJsonObject(4).getJsonArray("series").getJsonObject(0).getString("count"))
        .isEqualTo("5");
    assertThat(results.getJsonObject(5).getJsonObject("total").getString("count"))
        .as("its own range")
        .isEqualTo("0");
    assertThat(proxy.requests()).hasSize(2);
  }

  /** Of a prefix, once it is settled. */
  @Test
  void query_ofPrefix() {
    service().record(counter + "%2Fa", "[{\"delta\":2}]");
    service().record(counter + "%2Fb", "[{\"delta\":3}]");
    ClientUnderTest client = client();
    JsonObject prefix = new JsonObject().put("prefix", counter + "/");
    JsonObject asked =
        asking(
            prefix.copy().put("id", "all").put("ask", "count"),
            prefix.copy().put("id", "largest").put("ask", "top").put("limit", 1));
    await()
        .untilAsserted(
            () -> {
              JsonArray results = done(client.ask(asked)).getJsonArray("results");
              assertThat(results.getJsonObject(0).getString("count")).isEqualTo("5");
              assertThat(texts(results.getJsonObject(1).getJsonArray("counters"), "counter"))
                  .containsExactly(counter + "/b");
            });
  }

  @Test
  void query_ofAnyNumber() {
    JsonObject[] questions =
        IntStream.range(0, 101)
            .mapToObj(i -> question("q" + i, "count"))
            .toArray(JsonObject[]::new);
    JsonArray results = done(client().ask(asking(questions))).getJsonArray("results");
    assertThat(texts(results, "id"))
        .containsExactlyElementsOf(IntStream.range(0, 101).mapToObj(i -> "q" + i).toList());
    assertThat(proxy.requests()).hasSize(2);
  }

  /** A refused request is an error; one that nobody can answer now is repeated. */
  @Test
  void query_refused() {
    ClientUnderTest client = client();
    proxy.next(Fault.refuse(403, "forbidden"));
    isError(done(client.ask(asking(question("a", "count")))), "problem");
    assertThat(proxy.requests()).hasSize(1);

    proxy.next(Fault.refuse(503, "unavailable", "Retry-After: 1"), Fault.SWALLOW);
    isOk(done(client.ask(asking(question("a", "count")))));
    assertThat(proxy.requests()).hasSize(4);
  }

  @Test
  void ranges() {
    service().record(counter, "[{\"delta\":7}]");
    ClientUnderTest client = client();
    JsonObject of =
        new JsonObject().put("counter", counter).put("range", "7d").put("tz", "Asia/Kolkata");

    JsonObject total = done(client.ask(request("total").mergeIn(of).put("compare", "previous")));
    assertThat(total.getString("count")).as(total.encode()).isEqualTo("7");
    assertThat(total.getJsonObject("previous").getString("count")).isEqualTo("0");
    JsonObject windows = done(client.ask(request("windows").mergeIn(of).put("granularity", "day")));
    assertThat(texts(windows.getJsonArray("windows"), "count")).hasSize(7).contains("7");
    JsonObject top = request("top").put("n", 1_000).put("range", "7d");
    await()
        .untilAsserted(
            () ->
                assertThat(done(client.ask(top)).getJsonArray("counters"))
                    .contains(new JsonObject().put("counter", counter).put("count", "7")));
    isError(done(client.ask(top.copy().put("range", "fortnight"))), "problem");
  }

  private JsonObject question(String id, String ask) {
    return new JsonObject().put("id", id).put("ask", ask).put("counter", counter);
  }

  private static JsonObject asking(JsonObject... questions) {
    return request("query").put("queries", new JsonArray(List.of(questions)));
  }

  private static List<String> texts(JsonArray all, String member) {
    return all.stream().map(one -> ((JsonObject) one).getString(member)).toList();
  }
}
