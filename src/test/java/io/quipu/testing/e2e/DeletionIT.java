package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A deleted namespace is found by nobody, and its name begins anew when nothing of it is left. */
@EndToEnd
class DeletionIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static RunningQuipu quipu;

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
          new Sample("sketch", "{\"kind\": \"sketch\", \"state\": \"sum\"}", "{\"value\": 3}"));

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_COLLECTION_WAIT", "5s"));
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
  }

  /** Deletes a namespace; an instance that has just started may not know the time of the group. */
  private static JsonObject delete(int instance, String namespace) {
    Answer answer =
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> quipu.api(instance).delete("/v1/namespaces/" + namespace),
                one -> one.status() != 503);
    return answer.expect(202).json();
  }

  private static void isGone(String namespace) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(deleting()).doesNotContain(namespace));
  }

  private static List<String> deleting() {
    return quipu
        .api(0)
        .get("/v1/namespaces?deleting=true")
        .expect(200)
        .json()
        .getJsonArray("namespaces")
        .stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
  }

  private static long count(int instance, String namespace, String counter) {
    return quipu
        .api(instance)
        .get(Api.path(namespace, counter))
        .expect(200)
        .json()
        .getLong("count");
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

    JsonObject deleted = delete(0, namespace);
    assertThat(deleted.getString("status")).isEqualTo("deleting");
    quipu.api(0).get(Api.path(namespace, "c0")).expect(404);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> quipu.api(1).get(Api.path(namespace, "c0")).expect(404));
    assertThat(delete(0, namespace)).as("asked for twice").isEqualTo(deleted);
    assertThat(
            quipu
                .api(1)
                .put("/v1/namespaces/" + namespace, settings)
                .expect(409)
                .json()
                .getString("type"))
        .endsWith("/problems/namespace-deleting");

    isGone(namespace);
    quipu.api(0).delete("/v1/namespaces/" + namespace).expect(404);
    quipu.api(1).createNamespace(namespace, settings);
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, "c0")).isZero();
      assertThat(listed(instance, namespace)).isEmpty();
    }
    quipu.api(0).record(namespace, "c0", "{\"id\": \"one\", \"delta\": 5}").expect(201);
    quipu.api(1).record(namespace, "c0", "{\"id\": \"one\", \"delta\": 5}").expect(201);
    quipu.api(0).settled(namespace, "c0");
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, "c0")).isEqualTo(5);
      assertThat(windows(instance, namespace)).isEqualTo(5);
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(listed(0, namespace)).containsExactly("c0"));
    quipu.api(0).assertRecounts(namespace, "c0", 5);
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
      delete(1, sample.namespace());
    }
    for (Sample sample : SAMPLES) {
      isGone(sample.namespace());
      quipu.api(0).createNamespace(sample.namespace(), sample.settings());
      quipu.api(1).record(sample.namespace(), "a", sample.event()).expect(201);
      assertThat(value(sample.namespace())).as(sample.kind()).isEqualTo(3);
    }
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
