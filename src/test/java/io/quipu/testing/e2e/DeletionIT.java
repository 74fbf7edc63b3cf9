package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.AtOnce;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A deleted namespace is found by nobody, and its name begins anew when nothing of it is left. A
 * purged counter begins anew at once.
 */
@Thorough
@EndToEnd
@AtOnce
class DeletionIT {
  private static RunningQuipu quipu;
  private static Deletions deletions;

  /** What a kind is given, and what its counter then says. */
  private record Sample(String kind, String settings, String event) {
    String namespace() {
      return "deleted-" + kind;
    }
  }

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("unique", "{\"kind\": \"unique\"}", "{\"id\": \"a\", \"delta\": 3}"),
          new Sample(
              "latest",
              "{\"kind\": \"latest\"}",
              "{\"actor\": \"a\", \"version\": 1, \"value\": 3}"),
          new Sample(
              "linear", "{\"kind\": \"linear\", \"max\": 4}", "{\"id\": \"a\", \"delta\": 3}"),
          new Sample(
              "sketch",
              "{\"kind\": \"sketch\", \"state\": \"sum\", \"windows\": [\"hour\", \"day\"]}",
              "{\"value\": 3}"));

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_COLLECTION_WAIT", "5s"));
    deletions = new Deletions(quipu);
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  @Test
  void beginsAnew_withWindowsIdsNamesAndCounts_whateverItHeldBefore() {
    String namespace = "deleted-events";
    String settings = "{\"rows\": \"forever\", \"deduplicate\": \"forever\"}";
    quipu.api(0).createNamespace(namespace, settings);
    for (int i = 0; i < 20; i++) {
      quipu.api(i % 2).record(namespace, "c" + i, "{\"id\": \"one\", \"delta\": 7}").expect(201);
    }
    quipu.api(1).record(namespace, "c0", "{\"id\": \"one\", \"delta\": 7}").expect(201);
    quipu.api(0).settled(namespace, "c0");

    JsonObject deleted = deletions.delete(0, namespace);
    assertThat(deleted.getString("status")).isEqualTo("deleting");
    for (int instance = 0; instance < 2; instance++) {
      Api api = quipu.api(instance);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> api.get(Api.path(namespace, "c0")).expect(404));
    }
    assertThat(deletions.delete(0, namespace)).as("asked for twice").isEqualTo(deleted);
    assertThat(
            quipu
                .api(1)
                .put("/v1/namespaces/" + namespace, settings)
                .expect(409)
                .json()
                .getString("type"))
        .endsWith("/problems/namespace-deleting");

    deletions.isGone(namespace);
    quipu.api(0).delete("/v1/namespaces/" + namespace).expect(404);
    quipu.api(1).createNamespace(namespace, settings);
    for (int instance = 0; instance < 2; instance++) {
      assertThat(deletions.count(instance, namespace, "c0")).isZero();
      assertThat(listed(instance, namespace)).isEmpty();
    }
    quipu.api(0).record(namespace, "c0", "{\"id\": \"one\", \"delta\": 5}").expect(201);
    quipu.api(1).record(namespace, "c0", "{\"id\": \"one\", \"delta\": 5}").expect(201);
    quipu.api(0).settled(namespace, "c0");
    for (int instance = 0; instance < 2; instance++) {
      assertThat(deletions.count(instance, namespace, "c0")).isEqualTo(5);
      assertThat(windows(instance, namespace)).isEqualTo(5);
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(listed(0, namespace)).containsExactly("c0"));
    quipu.api(0).assertRecounts(namespace, "c0", 5);
  }

  @Test
  void settingsChange_afterAPurge_andAfterADeletion() {
    String namespace = "changed-after";
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"event\"}");
    quipu.api(0).recordOne(namespace, "a").expect(201);
    quipu.api(0).delete(Api.path(namespace, "a") + "?purge=true").expect(202);
    quipu.api(1).put("/v1/namespaces/" + namespace, "{\"rows\": \"2d\"}").expect(200);
    quipu.api(0).delete("/v1/namespaces/" + namespace).expect(202);
    deletions.isGone(namespace);
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"event\"}");
    quipu.api(1).put("/v1/namespaces/" + namespace, "{\"rows\": \"2d\"}").expect(200);
  }

  private static List<String> listed(int instance, String namespace) {
    return quipu
        .api(instance)
        .get("/v1/counters/" + namespace)
        .expect(200)
        .json()
        .getJsonArray("counters")
        .stream()
        .map(one -> ((JsonObject) one).getString("counter"))
        .toList();
  }

  private static long windows(int instance, String namespace) {
    Instant now = Instant.now();
    JsonArray windows =
        quipu
            .api(instance)
            .get(
                Api.path(namespace, "c0")
                    + "/windows?granularity=hour&from="
                    + now.minus(Duration.ofHours(2))
                    + "&to="
                    + now.plus(Duration.ofHours(1)))
            .expect(200)
            .json()
            .getJsonArray("windows");
    return windows.stream().mapToLong(one -> ((JsonObject) one).getLong("count")).sum();
  }

  @Test
  void everyKindBeginsAnew() {
    for (Sample sample : SAMPLES) {
      quipu.api(0).createNamespace(sample.namespace(), sample.settings());
      quipu.api(0).record(sample.namespace(), "a", sample.event()).expect(201);
      assertThat(value(sample.namespace())).as(sample.kind()).isEqualTo(3);
      deletions.delete(1, sample.namespace());
    }
    for (Sample sample : SAMPLES) {
      deletions.isGone(sample.namespace());
      quipu.api(0).createNamespace(sample.namespace(), sample.settings());
      quipu.api(1).record(sample.namespace(), "a", sample.event()).expect(201);
      assertThat(value(sample.namespace())).as(sample.kind()).isEqualTo(3);
    }
  }

  @Test
  void aPurgedCounterBeginsAnew_ofEveryKind_fromTheAnswerOn() {
    List<String> namespaces = SAMPLES.stream().map(sample -> "purged-" + sample.kind()).toList();
    for (Sample sample : SAMPLES) {
      String namespace = "purged-" + sample.kind();
      quipu.api(0).createNamespace(namespace, sample.settings());
      quipu.api(0).record(namespace, "a", sample.event()).expect(201);
      quipu.api(1).record(namespace, "b", sample.event()).expect(201);
      assertThat(value(namespace)).as(sample.kind()).isEqualTo(3);
    }
    deletions.purge("a", namespaces);
    for (Sample sample : SAMPLES) {
      String namespace = "purged-" + sample.kind();
      quipu.api(1).record(namespace, "a", sample.event()).expect(201);
      assertThat(value(namespace)).as("the same id, of %s", sample.kind()).isEqualTo(3);
    }
    await()
        .atMost(Deletions.PATIENCE)
        .untilAsserted(
            () -> assertThat(deletions.purging()).doesNotContainAnyElementsOf(namespaces));
    for (Sample sample : SAMPLES) {
      String namespace = "purged-" + sample.kind();
      assertThat(value(namespace)).as("when the old is gone, %s", sample.kind()).isEqualTo(3);
      quipu.api(0).record(namespace, "b", sample.event());
      JsonObject other = quipu.api(0).get(Api.path(namespace, "b")).expect(200).json();
      assertThat(other.getNumber("estimate", other.getNumber("count")).longValue())
          .as("its neighbour, %s", sample.kind())
          .isEqualTo(sample.kind().equals("sketch") ? 6 : 3);
    }
  }

  @Test
  void aPurgedCounterLeavesListsTopsAndWindows_andComesBackWithNewEventsOnly() {
    String namespace = "purged-events";
    String settings = "{\"shards\": 2, \"deduplicate\": \"forever\"}";
    quipu.api(0).createNamespace(namespace, settings);
    for (String counter : List.of("b", "c0", "d")) {
      for (int i = 0; i < 5; i++) {
        quipu.api(i % 2).record(namespace, counter, "{\"id\": \"e" + i + "\", \"delta\": 7}");
      }
      quipu.api(0).settled(namespace, counter);
    }
    await().untilAsserted(() -> assertThat(listed(0, namespace)).containsExactly("b", "c0", "d"));

    deletions.purge("c0", List.of(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(deletions.count(instance, namespace, "c0")).isZero();
      assertThat(windows(instance, namespace)).isZero();
      assertThat(listed(instance, namespace)).containsExactly("b", "d");
      assertThat(top(instance, namespace)).containsExactly("b", "d");
    }
    quipu.api(1).record(namespace, "c0", "{\"id\": \"e0\", \"delta\": 50}").expect(201);
    quipu.api(0).record(namespace, "c0", "{\"id\": \"e0\", \"delta\": 50}").expect(201);
    quipu.api(0).settled(namespace, "c0");
    await()
        .atMost(Deletions.PATIENCE)
        .untilAsserted(() -> assertThat(deletions.purging()).doesNotContain(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(deletions.count(instance, namespace, "c0")).isEqualTo(50);
      assertThat(windows(instance, namespace)).isEqualTo(50);
      assertThat(deletions.count(instance, namespace, "d")).isEqualTo(35);
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(listed(0, namespace)).containsExactly("b", "c0", "d"));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(top(1, namespace)).containsExactly("c0", "b", "d"));
    quipu.api(0).assertRecounts(namespace, "c0", 50);
    quipu.api(0).assertRecounts(namespace, "b", 35);
  }

  private static List<String> top(int instance, String namespace) {
    return quipu
        .api(instance)
        .get("/v1/counters/" + namespace + "/top")
        .expect(200)
        .json()
        .getJsonArray("counters")
        .stream()
        .map(one -> ((JsonObject) one).getString("counter"))
        .toList();
  }

  @Test
  void aPurgeSaysWhatIsWrongWithIt() {
    assertThat(
            quipu
                .api(0)
                .delete("/v1/counters/default/a?purge=1")
                .expect(400)
                .json()
                .getString("field"))
        .isEqualTo("purge");
    quipu.api(0).delete("/v1/counters/never-made/a?purge=true").expect(404);
  }

  private static long value(String namespace) {
    JsonObject read = quipu.api(1).get(Api.path(namespace, "a")).expect(200).json();
    return read.getNumber("estimate", read.getNumber("count")).longValue();
  }

  @Test
  void theDefaultNamespaceStays_andOthersMustExist() {
    assertThat(quipu.api(0).delete("/v1/namespaces/default").expect(400).json().getString("field"))
        .isEqualTo("namespace");
    quipu.api(0).delete("/v1/namespaces/never-made").expect(404);
  }
}
