package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A deleted namespace is found by nobody, and its name begins anew when nothing of it is left. A
 * purged counter begins anew at once.
 */
@EndToEnd
@Execution(ExecutionMode.CONCURRENT)
class DeletionIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static RunningQuipu quipu;
  private static CqlSession session;
  private static String keyspace;

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
    session = cassandra.session();
    keyspace = cassandra.freshKeyspace();
    quipu =
        RunningQuipu.start(
            2, cassandra.contactPoint(), keyspace, Map.of("QUIPU_COLLECTION_WAIT", "5s"));
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
    for (int instance = 0; instance < 2; instance++) {
      Api api = quipu.api(instance);
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> api.get(Api.path(namespace, "c0")).expect(404));
    }
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

  @Test
  void settingsChange_afterAPurge_andAfterADeletion() {
    String namespace = "changed-after";
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"event\"}");
    quipu.api(0).recordOne(namespace, "a").expect(201);
    quipu.api(0).delete(Api.path(namespace, "a") + "?purge=true").expect(202);
    quipu.api(1).put("/v1/namespaces/" + namespace, "{\"rows\": \"2d\"}").expect(200);
    quipu.api(0).delete("/v1/namespaces/" + namespace).expect(202);
    isGone(namespace);
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
      delete(1, sample.namespace());
    }
    for (Sample sample : SAMPLES) {
      isGone(sample.namespace());
      quipu.api(0).createNamespace(sample.namespace(), sample.settings());
      quipu.api(1).record(sample.namespace(), "a", sample.event()).expect(201);
      assertThat(value(sample.namespace())).as(sample.kind()).isEqualTo(3);
    }
  }

  /** Purges a counter of many namespaces at once, as each answer takes some seconds. */
  private static void purge(String counter, List<String> namespaces) {
    namespaces.parallelStream()
        .forEach(
            namespace ->
                await()
                    .atMost(Duration.ofSeconds(60))
                    .until(
                        () -> quipu.api(0).delete(Api.path(namespace, counter) + "?purge=true"),
                        answer -> answer.status() == 202));
  }

  private static List<String> purging() {
    return quipu
        .api(1)
        .get("/v1/namespaces?deleting=true")
        .expect(200)
        .json()
        .getJsonArray("counters")
        .stream()
        .map(one -> ((JsonObject) one).getString("namespace"))
        .toList();
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
    purge("a", namespaces);
    for (Sample sample : SAMPLES) {
      String namespace = "purged-" + sample.kind();
      quipu.api(1).record(namespace, "a", sample.event()).expect(201);
      assertThat(value(namespace)).as("the same id, of %s", sample.kind()).isEqualTo(3);
    }
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(purging()).doesNotContainAnyElementsOf(namespaces));
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

    purge("c0", List.of(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, "c0")).isZero();
      assertThat(windows(instance, namespace)).isZero();
      assertThat(listed(instance, namespace)).containsExactly("b", "d");
      assertThat(top(instance, namespace)).containsExactly("b", "d");
    }
    quipu.api(1).record(namespace, "c0", "{\"id\": \"e0\", \"delta\": 50}").expect(201);
    quipu.api(0).record(namespace, "c0", "{\"id\": \"e0\", \"delta\": 50}").expect(201);
    quipu.api(0).settled(namespace, "c0");
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(purging()).doesNotContain(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, "c0")).isEqualTo(50);
      assertThat(windows(instance, namespace)).isEqualTo(50);
      assertThat(count(instance, namespace, "d")).isEqualTo(35);
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

  /**
   * Events are recorded until a minute is over: the windows that the last step left are facts then.
   */
  @Test
  void nothingIsLeftOfALinearCounterWithWindows_whichBeginsAtZero() {
    String namespace = "deleted-windows";
    List<String> counters = List.of("tolls that are purged", "tolls that are deleted");
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"linear\"}");
    await("windows that are over")
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              for (String counter : counters) {
                quipu.api(1).record(namespace, counter, "{\"delta\": 7}").expect(201);
              }
              return counters.stream().allMatch(one -> tablesWith(one).contains("closed_window"));
            });

    purge(counters.get(0), List.of(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, counters.get(0))).isZero();
      assertThat(total(instance, namespace, counters.get(0))).isZero();
    }
    await("nothing of it")
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(tablesWith(counters.get(0))).isEmpty());
    assertThat(tablesWith(counters.get(1))).contains("linear", "closed_window", "counter_name");
    assertThat(total(0, namespace, counters.get(1))).isPositive();
    assertBeginsAnew(namespace, counters.get(0));

    delete(1, namespace);
    isGone(namespace);
    for (String counter : counters) {
      assertThat(tablesWith(counter)).as(counter).isEmpty();
    }
    quipu.api(0).createNamespace(namespace, "{\"kind\": \"linear\"}");
    for (String counter : counters) {
      assertThat(total(0, namespace, counter)).isZero();
      assertBeginsAnew(namespace, counter);
    }
  }

  private static void assertBeginsAnew(String namespace, String counter) {
    JsonObject first = quipu.api(0).record(namespace, counter, "{\"delta\": 5}").expect(201).json();
    assertThat(first.getLong("count")).isEqualTo(5);
    for (int instance = 0; instance < 2; instance++) {
      assertThat(count(instance, namespace, counter)).isEqualTo(5);
      assertThat(total(instance, namespace, counter)).isEqualTo(5);
    }
  }

  private static long total(int instance, String namespace, String counter) {
    return quipu
        .api(instance)
        .get(Api.path(namespace, counter) + "/total?from=-1d")
        .expect(200)
        .json()
        .getLong("count");
  }

  /** The tables with rows of a counter. */
  private static Set<String> tablesWith(String counter) {
    Set<String> found = new TreeSet<>();
    for (Row column :
        session.execute(
            "SELECT table_name, column_name FROM system_schema.columns WHERE keyspace_name = ?",
            keyspace)) {
      if ("counter".equals(column.getString(1))) {
        String table = column.getString(0);
        session.execute("SELECT counter FROM " + keyspace + "." + table).all().stream()
            .filter(row -> counter.equals(row.getString(0)))
            .forEach(row -> found.add(table));
      }
    }
    return found;
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
