package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A linear counter with windows that were closed is purged, and its namespace deleted. */
@Thorough
@EndToEnd
class LinearDeletionIT {
  private static RunningQuipu quipu;
  private static Deletions deletions;
  private static CqlSession session;
  private static String keyspace;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    session = cassandra.session();
    keyspace = cassandra.freshKeyspace();
    quipu =
        RunningQuipu.start(
            2, cassandra.contactPoint(), keyspace, Map.of("QUIPU_COLLECTION_WAIT", "5s"));
    deletions = new Deletions(quipu);
  }

  @AfterAll
  static void stop() {
    if (quipu != null) {
      quipu.close();
    }
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

    deletions.purge(counters.get(0), List.of(namespace));
    for (int instance = 0; instance < 2; instance++) {
      assertThat(deletions.count(instance, namespace, counters.get(0))).isZero();
      assertThat(total(instance, namespace, counters.get(0))).isZero();
    }
    await("nothing of it")
        .atMost(Deletions.PATIENCE)
        .untilAsserted(() -> assertThat(tablesWith(counters.get(0))).isEmpty());
    assertThat(tablesWith(counters.get(1))).contains("linear", "closed_window", "counter_name");
    assertThat(total(0, namespace, counters.get(1))).isPositive();
    assertBeginsAnew(namespace, counters.get(0));

    deletions.delete(1, namespace);
    deletions.isGone(namespace);
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
      assertThat(deletions.count(instance, namespace, counter)).isEqualTo(5);
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
}
