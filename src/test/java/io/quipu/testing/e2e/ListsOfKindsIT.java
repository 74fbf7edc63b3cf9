package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Lists and rankings of the kinds whose counters are not on pages, through two instances. */
@EndToEnd
class ListsOfKindsIT {
  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
  }

  private static List<String> names(JsonObject answer) {
    return answer.getJsonArray("counters").stream()
        .map(one -> ((JsonObject) one).getString("counter"))
        .toList();
  }

  private static JsonObject get(int instance, String path) {
    return quipu.api(instance).get("/v1/counters/" + path).expect(200).json();
  }

  /** A ranking serves for a while, so it may be of a moment ago. */
  private static void awaitRanking(String path, String counters) {
    await(path)
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(get(1, path).getJsonArray("counters"))
                    .isEqualTo(new JsonArray(counters)));
  }

  @Test
  void aLinearCounterIsListed_onceItsFirstEventIsAcknowledged() {
    api.createNamespace("linear-list", "{\"kind\": \"linear\", \"max\": 1000}");
    assertThat(get(1, "linear-list").encode()).isEqualTo("{\"counters\":[],\"total\":0}");
    for (int i = 0; i < 30; i++) {
      api.record("linear-list", "c" + i, "{\"delta\": " + (1 + i) + "}").expect(201);
      assertThat(names(get(1, "linear-list?prefix=c" + i))).contains("c" + i);
    }
    api.record("linear-list", "too much", "{\"delta\": 1001}").expect(409);
    assertThat(get(1, "linear-list").getInteger("total")).isEqualTo(30);
    assertThat(get(1, "linear-list?limit=2").encode())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"c0\",\"count\":1,\"events\":1},"
                + "{\"counter\":\"c1\",\"count\":2,\"events\":1}],\"next\":\"c1\"}");
    assertThat(names(get(1, "linear-list?limit=2&after=c1"))).containsExactly("c10", "c11");
    assertThat(names(get(1, "linear-list?prefix=c2")))
        .containsExactlyElementsOf(
            IntStream.range(-1, 10).mapToObj(i -> i < 0 ? "c2" : "c2" + i).toList());
    awaitRanking(
        "linear-list/top?n=2",
        "[{\"counter\": \"c29\", \"count\": 30, \"events\": 1},"
            + " {\"counter\": \"c28\", \"count\": 29, \"events\": 1}]");
    JsonObject ranking = get(1, "linear-list?order=count&prefix=c1&limit=1");
    assertThat(names(ranking)).containsExactly("c19");
    assertThat(ranking.getInteger("total")).isEqualTo(11);
    assertThat(ranking.getJsonObject("sum").encode()).isEqualTo("{\"count\":157,\"events\":11}");
    assertThat(api.get("/v1/counters/linear-list?limit=1", "text/csv").expect(200).text())
        .isEqualTo("counter,count,events\r\nc0,1,1\r\n");
    // those of a day before begin with the day
    awaitRanking(
        "linear-list/top?granularity=day&n=1",
        "[{\"counter\": \"c29\", \"count\": 30, \"events\": 1}]");
  }

  @Test
  void aSketchIsListedWithItsEstimate() {
    api.createNamespace("sketch-list", "{\"kind\": \"sketch\", \"state\": \"distinct\"}");
    for (int i = 1; i <= 3; i++) {
      String visitors =
          Api.array(
              IntStream.range(0, i).boxed().toList(), one -> "{\"value\": \"ann " + one + "\"}");
      api.record("sketch-list", "day " + i, visitors).expect(201);
      assertThat(names(get(1, "sketch-list"))).contains("day " + i);
    }
    assertThat(get(1, "sketch-list").encode())
        .isEqualTo(
            "{\"counters\":[{\"counter\":\"day 1\",\"estimate\":1,\"lower\":1,\"upper\":1,\"events\":1},"
                + "{\"counter\":\"day 2\",\"estimate\":2,\"lower\":2,\"upper\":2,\"events\":2},"
                + "{\"counter\":\"day 3\",\"estimate\":3,\"lower\":3,\"upper\":3,\"events\":3}],"
                + "\"total\":3}");
    await("the ranking of all")
        .untilAsserted(
            () -> {
              JsonObject top = get(1, "sketch-list/top?n=2");
              assertThat(names(top)).containsExactly("day 3", "day 2");
              assertThat(top.getInteger("total")).isEqualTo(3);
              assertThat(top.getJsonObject("sum").encode()).isEqualTo("{\"events\":6}");
            });
    assertThat(api.get("/v1/counters/sketch-list?limit=1", "text/csv").expect(200).text())
        .isEqualTo("counter,events,estimate,lower,upper\r\nday 1,1,1,1,1\r\n");
    api.get("/v1/counters/sketch-list/top?granularity=hour").expect(400);
  }

  @Test
  void aSketchWithoutOneNumberIsListedWithItsEvents() {
    api.createNamespace("top-list", "{\"kind\": \"sketch\", \"state\": \"top\"}");
    api.record("top-list", "few", "{\"value\": 1}").expect(201);
    api.record("top-list", "many", "[{\"value\": 1}, {\"value\": 2}]").expect(201);
    assertThat(get(1, "top-list").getJsonArray("counters").encode())
        .isEqualTo("[{\"counter\":\"few\",\"events\":1},{\"counter\":\"many\",\"events\":2}]");
    awaitRanking(
        "top-list?order=count",
        "[{\"counter\": \"many\", \"events\": 2}, {\"counter\": \"few\", \"events\": 1}]");
  }

  @Test
  void aPurgedCounterIsNotListed_untilItIsRecordedAgain() {
    for (String kind :
        List.of("{\"kind\": \"linear\"}", "{\"kind\": \"sketch\", \"state\": \"sum\"}")) {
      boolean linear = kind.contains("linear");
      String namespace = linear ? "linear-purged" : "sketch-purged";
      String event = linear ? "{\"delta\": 2}" : "{\"value\": 2}";
      api.createNamespace(namespace, kind);
      for (String name : List.of("kept", "purged")) {
        api.record(namespace, name, event).expect(201);
      }
      api.delete(Api.path(namespace, "purged") + "?purge=true").expect(202);
      await("others to know of it")
          .untilAsserted(() -> assertThat(names(get(1, namespace))).containsExactly("kept"));
      quipu.api(1).record(namespace, "purged", event).expect(201);
      assertThat(names(get(1, namespace))).containsExactly("kept", "purged");
      await("the ranking of both")
          .untilAsserted(
              () -> {
                JsonObject ranking = get(1, namespace + "?order=count");
                assertThat(ranking.getInteger("total")).isEqualTo(2);
                assertThat(names(ranking)).containsExactly("kept", "purged");
              });
    }
  }
}
