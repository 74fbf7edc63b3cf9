package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.edge.resp.RespSocket;
import io.quipu.testing.dev.AtOnce;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One event, and one id, for many happenings: over every way in, in every kind that has ids. */
@AtOnce
@EndToEnd
class HappeningsIT {
  private static final String NAMESPACE = "happenings";
  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    api.createNamespace(NAMESPACE, "{\"kind\": \"event\", \"hierarchy\": \"/\"}");
    api.createNamespace("happenings-unique", "{\"kind\": \"unique\", \"shards\": 4}");
    api.createNamespace("happenings-linear", "{\"kind\": \"linear\", \"max\": 100}");
  }

  private static void assertCounts(String counter, long count, long events) {
    CountRead read = api.count(NAMESPACE, counter);
    assertThat(read.count()).as(counter).isEqualTo(count);
    assertThat(read.events()).as(counter).isEqualTo(events);
  }

  @Test
  void allOfThemCountOnce_howeverOftenTheEventIsSent() {
    String event = "{\"id\": \"x\", \"events\": 5, \"delta\": 7}";
    assertThat(api.record(NAMESPACE, "shop/a", event).expect(201).json().getInteger("events"))
        .isEqualTo(5);
    assertCounts("shop/a", 7, 5);
    assertThat(quipu.api(1).outcome(NAMESPACE, "shop/a", event)).isEqualTo("duplicate");
    assertThat(
            api.outcomes(
                NAMESPACE,
                "shop/a",
                "[{\"id\": \"x\", \"events\": 6, \"delta\": 7}, {\"id\": \"x\", \"delta\": 7},"
                    + " {\"id\": \"y\", \"events\": 1000000}, {\"events\": 3}]"))
        .containsExactly("conflict", "conflict", "counted", "counted");

    CountRead settled = api.settled(NAMESPACE, "shop/a");
    assertThat(settled.settledCount()).isEqualTo(1_000_010);
    assertThat(settled.settledEvents()).isEqualTo(1_000_008);
    assertCounts("shop", 1_000_010, 1_000_008);
    assertThat(api.windowSum(NAMESPACE, "shop/a", "minute")).isEqualTo(1_000_010);
    api.assertRecounts(NAMESPACE, "shop/a", 1_000_010);
    api.delete(Api.path(NAMESPACE, "shop/a")).expect(200);
    assertCounts("shop/a", 0, 0);
  }

  @Test
  void everyWayInKnowsThem() throws IOException {
    String lines =
        """
        {"namespace": "happenings", "counter": "ways", "id": "a", "events": 2}
        {"namespace": "happenings", "counter": "ways", "events": 3}
        """;
    JsonObject recorded = api.post("/v1/events", "application/x-ndjson", lines).expect(201).json();
    assertThat(recorded.getInteger("events")).isEqualTo(5);
    String cloud =
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"happenings\","
            + "\"subject\":\"ways\",\"data\":{\"events\":4}}";
    api.post("/v1/events", "application/cloudevents+json", cloud).expect(201);
    try (LiveCounts live = LiveCounts.subscribed(quipu.api(1), NAMESPACE, "ways")) {
      live.say(
          new JsonObject()
              .put("type", "record")
              .put("namespace", NAMESPACE)
              .put("counter", "ways")
              .put("id", "b")
              .put("events", 5));
      await("the live count").until(() -> live.last() == 14);
    }
    try (RespSocket redis = new RespSocket(quipu.respAddress(0))) {
      api.createNamespace("redis-happenings", "{\"kind\": \"event\"}");
      assertThat(redis.ask("QUIPU.ADD", "ways", "1", "c", "6")).isEqualTo(":1");
      assertThat(redis.ask("QUIPU.ADD", "ways", "1", "c", "6")).isEqualTo(":1");
      assertThat(redis.ask("QUIPU.ADD", "ways", "1", "c", "7")).startsWith("-ERR");
      assertThat(redis.ask("QUIPU.ADD", "ways", "1", "d", "0")).startsWith("-ERR events");
    }
    assertCounts("ways", 14, 14);
    assertThat(api.count("redis", "ways").events()).isEqualTo(6);
  }

  @Test
  void theKindsThatHaveIdsKnowThem_andTheOthersRefuseThem() {
    List<String> outcomes =
        api.outcomes(
            "happenings-unique",
            "a",
            "[{\"id\": \"x\", \"events\": 9}, {\"id\": \"x\", \"events\": 8, \"delta\": 9}]");
    assertThat(outcomes).containsExactly("counted", "conflict");
    assertThat(api.settled("happenings-unique", "a").events()).isEqualTo(9);

    JsonObject first =
        api.record("happenings-linear", "a", "{\"id\": \"x\", \"events\": 9}").expect(201).json();
    assertThat(first.getInteger("count")).isEqualTo(9);
    api.record("happenings-linear", "a", "{\"id\": \"x\", \"events\": 9}").expect(201);
    JsonObject problem =
        api.record("happenings-linear", "a", "{\"id\": \"x\", \"events\": 8, \"delta\": 9}")
            .expect(409)
            .json();
    assertThat(problem.getString("detail"))
        .contains("with delta 9 of 9 events and not 9 of 8 events");
    assertThat(api.count("happenings-linear", "a").events()).isEqualTo(9);

    api.createNamespace("happenings-latest", "{\"kind\": \"latest\"}");
    JsonObject refused =
        api.record(
                "happenings-latest",
                "a",
                "{\"actor\": \"p\", \"version\": 1, \"value\": 1, \"events\": 2}")
            .expect(400)
            .json();
    assertThat(refused.getString("field")).isEqualTo("events");
  }
}
