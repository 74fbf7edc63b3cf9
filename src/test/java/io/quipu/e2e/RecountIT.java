package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counting again what was settled, and finding the same, or else saying so. */
@EndToEnd
class RecountIT {
  private static final int EVENTS = 1_500;

  private static RunningQuipu quipu;
  private static CqlSession session;
  private static String keyspace;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    session = cassandra.session();
    keyspace = cassandra.freshKeyspace();
    quipu =
        RunningQuipu.start(
            2, cassandra.contactPoint(), keyspace, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    quipu.api(0).createNamespace("unique", "{\"kind\": \"unique\"}");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void findsNoDrift_afterDuplicatesAndConflicts() {
    Api here = quipu.api(0);
    Api there = quipu.api(1);
    assertThat(here.outcomes("default", "again", events(3))).containsOnly("counted");
    assertThat(there.outcomes("default", "again", events(3))).containsOnly("duplicate");
    assertThat(here.outcomes("default", "again", events(4))).containsOnly("conflict");
    here.record("default", "again", "[{\"delta\": -7}, {\"delta\": 2}, {}]").expect(201);
    long count = 3L * EVENTS - 4;
    assertThat(here.settled("default", "again").count()).isEqualTo(count);

    assertExact(here, "default", "again", count);
    assertExact(there, "default", "again", count);
  }

  @Test
  void findsNoDrift_inKindUnique() {
    for (int i = 0; i < 3; i++) {
      quipu.api(i % 2).record("unique", "again", events(i + 1)).expect(201);
    }
    assertThat(quipu.api(0).outcome("unique", "again", "{\"id\": \"0\", \"delta\": 1}"))
        .isEqualTo("duplicate");
    assertExact(quipu.api(0), "unique", "again", EVENTS);
  }

  @Test
  void findsNothing_whereNothingWasCounted() {
    JsonObject report = quipu.api(0).recount("default", "never");
    assertThat(report.getLong("count")).isZero();
    assertThat(report.getLong("drift")).isZero();
    assertThat(report.getBoolean("complete")).isTrue();
  }

  @Test
  void knowsNoCounters_ofANamespaceThatDoesNotExist() {
    quipu.api(0).post(Api.path("nowhere", "never") + "/recount", "", "").expect(404);
  }

  @Test
  void reportsATotal_thatWasTamperedWith() {
    Api api = settled("total");
    tamper("total", "SET total = 9", "");
    assertDrift(api, "total", 9, 7, -2);
    tamper("total", "SET total = 7, events = 5", "");
    assertDrift(api, "total", 7, 7, 3);
    tamper("total", "SET events = 2", "");
    assertExact(api, "default", "total", 7);
  }

  @Test
  void reportsAWindow_thatWasTamperedWith() {
    Api api = settled("window");
    for (String granularity : List.of("minute", "hour", "day")) {
      String window = window("window", granularity);
      tamper("window", "SET window_count = 6", window);
      assertDrift(api, "window", 7, 7, 1);
      tamper("window", "SET window_count = 7", window);
    }
    assertExact(api, "default", "window", 7);
  }

  @Test
  void reportsATotal_thatWasTamperedWith_whereAllRowsAreCollected() {
    Api api = settled("collected");
    UUID until = checkpoint("collected", "minute").getUuid("until");
    tamper("collected", "SET collected = " + until, "");
    JsonObject report = api.recount("default", "collected");
    assertThat(report.getBoolean("complete")).isFalse();
    assertThat(report.getLong("drift")).isZero();
    tamper("collected", "SET total = 9", "");
    assertThat(api.recount("default", "collected").getLong("drift")).isEqualTo(2);
  }

  /** Two events that come to 7, in one minute. */
  private static Api settled(String counter) {
    Api api = quipu.api(0);
    api.record("default", counter, "[{\"delta\": 3}, {\"delta\": 4}]").expect(201);
    assertThat(api.settled("default", counter).count()).isEqualTo(7);
    assertExact(api, "default", counter, 7);
    return api;
  }

  private static void tamper(String counter, String change, String window) {
    session.execute(
        "UPDATE %s.checkpoint %s WHERE namespace = 'default' AND counter = '%s'%s"
            .formatted(keyspace, change, counter, window));
  }

  /** As a condition. */
  private static String window(String counter, String granularity) {
    Instant start = checkpoint(counter, granularity).getInstant("window_start");
    return " AND granularity = '%s' AND window_start = '%s'".formatted(granularity, start);
  }

  private static Row checkpoint(String counter, String granularity) {
    return Objects.requireNonNull(
        session
            .execute(
                ("SELECT until, window_start FROM %s.checkpoint WHERE namespace = 'default'"
                        + " AND counter = '%s' AND granularity = '%s'")
                    .formatted(keyspace, counter, granularity))
            .one());
  }

  private static void assertDrift(Api api, String counter, long count, long recounted, long drift) {
    JsonObject report = api.recount("default", counter);
    assertThat(report.getLong("count")).isEqualTo(count);
    assertThat(report.getLong("recounted")).isEqualTo(recounted);
    assertThat(report.getLong("drift")).isEqualTo(drift);
  }

  private static void assertExact(Api api, String namespace, String counter, long count) {
    JsonObject report = api.recount(namespace, counter);
    assertThat(report.fieldNames())
        .containsExactly("count", "recounted", "drift", "windowsChecked", "complete");
    assertThat(report.getLong("count")).isEqualTo(count);
    assertThat(report.getLong("recounted")).isEqualTo(count);
    assertThat(report.getLong("drift")).isZero();
    assertThat(report.getLong("windowsChecked")).isPositive();
    assertThat(report.getBoolean("complete")).isTrue();
  }

  private static String events(int delta) {
    return IntStream.range(0, EVENTS)
        .mapToObj(id -> "{\"id\": \"%d\", \"delta\": %d}".formatted(id, delta))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
