package io.quipu.testing.e2e;

import static io.quipu.testing.e2e.KafkaStage.awaitCount;
import static io.quipu.testing.e2e.KafkaStage.awaitMeter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.quipu.ops.config.InvalidConfiguration;
import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.OtherPrograms;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events from a real broker. */
@OtherPrograms
@AtOnce
@EndToEnd
class KafkaIT {
  private static final int SOME = 3_000;

  private static KafkaStage stage;
  private static KafkaTopics topics;

  @BeforeAll
  static void start() {
    stage = new KafkaStage();
    topics = stage.topics();
  }

  @AfterAll
  static void stop() {
    stage.close();
  }

  /** The first counts before the namespace is as it has to be, none of it in the wrong way. */
  @Test
  void recordsWaitForTheirNamespace_andAreCountedByKeyAndByAmount(TestCassandra cassandra) {
    topics.create("sales", 2);
    for (int i = 0; i < SOME; i++) {
      topics.send("sales", i % 2 == 0 ? "even" : "odd", "{\"amount\": " + (i + 1) + "}");
    }
    topics.flush();
    try (RunningQuipu quipu =
        stage.quipu(
            2, cassandra, "sales=shop/{key}; sales=shop/revenue {delta:/amount}", Map.of())) {
      Api api = quipu.api(0);
      awaitMeter(api, "quipu_kafka_partitions", 1);
      assertThat(topics.committed("sales", "sales")).isZero();
      api.createNamespace("shop", "{\"kind\": \"unique\"}");
      awaitCount(api, "shop", "even", SOME / 2);
      awaitCount(api, "shop", "odd", SOME / 2);
      awaitCount(api, "shop", "revenue", (long) SOME * (SOME + 1) / 2);
      await("the offsets").until(() -> topics.committed("sales", "sales") == SOME);

      // both of its partitions go to the other, which begins where this one has come to
      quipu.stop(0);
      topics.send("sales", "even", "{\"amount\": 1}");
      topics.send("sales", "odd", "{\"amount\": 1}");
      Api other = quipu.api(1);
      awaitCount(other, "shop", "even", SOME / 2 + 1);
      awaitCount(other, "shop", "odd", SOME / 2 + 1);
      awaitMeter(other, "quipu_kafka_lag", 0);
      await("the offsets").until(() -> topics.committed("sales", "sales") == SOME + 2);
    }
  }

  @Test
  void aKilledInstanceIsFollowedByOne_andEachRecordCountsOnce(
      TestCassandra cassandra, @TempDir Path directory) {
    new KilledConsumer(30_000, 1).run(stage.kafka(), cassandra, directory);
  }

  @Test
  void aRecordCountsAtItsTimestamp_orAtATimeOfItsValue(TestCassandra cassandra) {
    topics.create("visits", 1);
    Instant then = Instant.now().minus(Duration.ofDays(9)).truncatedTo(ChronoUnit.DAYS);
    topics.send("visits", "a", "{\"at\": \"" + then + "\"}");
    topics.flush();
    try (RunningQuipu quipu =
        stage.quipu(
            1, cassandra, "visits=visits/sent {time}; visits=visits/made {time:/at}", Map.of())) {
      Api api = quipu.api(0);
      api.createNamespace("visits", "{\"kind\": \"unique\", \"lateness\": \"30d\"}");
      awaitCount(api, "visits", "made", 1);
      awaitCount(api, "visits", "sent", 1);
      assertThat(countSince(api, "made", then, then.plus(Duration.ofDays(1)))).isEqualTo(1);
      assertThat(countSince(api, "sent", then, then.plus(Duration.ofDays(1)))).isZero();
    }
  }

  @Test
  void aRecordCountsForTheLabelsOfItsValue(TestCassandra cassandra) {
    topics.create("labelled", 1);
    topics.send("labelled", "a", "{\"country\": \"CH\"}");
    topics.send("labelled", "a", "{\"country\": \"CH\"}");
    topics.send("labelled", "a", "{}");
    topics.flush();
    try (RunningQuipu quipu =
        stage.quipu(1, cassandra, "labelled=labelled/{key} {label:country:/country}", Map.of())) {
      Api api = quipu.api(0);
      api.createNamespace("labelled", "{\"kind\": \"unique\"}");
      api.put("/v1/namespaces/labelled", "{\"labels\": [\"country\"]}").expect(200);
      awaitCount(api, "labelled", "a", 3);
      assertThat(api.get(Api.path("labelled", "a") + "?by=country").json().getJsonArray("series"))
          .extracting(
              one -> ((JsonObject) one).getJsonObject("labels").getString("country"),
              one -> ((JsonObject) one).getInteger("count"))
          .containsExactly(tuple("CH", 2), tuple("", 1));
    }
  }

  private static long countSince(Api api, String counter, Instant from, Instant to) {
    String range = "/total?from=" + from + "&to=" + to;
    return api.get(Api.path("visits", counter) + range).expect(200).json().getLong("count");
  }

  @Test
  void aMalformedRecordIsLeftOut_whereThatIsSaid(TestCassandra cassandra) {
    topics.create("skipped", 1);
    topics.send("skipped", "a", "{\"amount\": 5}");
    topics.send("skipped", "a", "five");
    topics.send("skipped", "a", "{\"amount\": 7}");
    topics.flush();
    try (RunningQuipu quipu =
        stage.quipu(
            1,
            cassandra,
            "skipped=skips/{key}{delta:/amount}",
            Map.of("QUIPU_KAFKA_MALFORMED", "skip"))) {
      Api api = quipu.api(0);
      api.createNamespace("skips", "{\"kind\": \"unique\"}");
      awaitCount(api, "skips", "a", 12);
      await("the offsets").until(() -> topics.committed("skipped", "skipped") == 3);
      awaitMeter(api, "quipu_kafka_skipped_total", 1);
    }
  }

  @Test
  void whatKafkasClientRefusesStopsTheStart(TestCassandra cassandra, @TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("p"), "fetch.max.bytes=many\n");
    Map<String, String> properties = Map.of("QUIPU_KAFKA_PROPERTIES", file.toString());
    assertThatThrownBy(() -> stage.quipu(1, cassandra, "a=b/c", properties))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageContaining("QUIPU_KAFKA_PROPERTIES")
        .hasMessageContaining("fetch.max.bytes");
  }
}
