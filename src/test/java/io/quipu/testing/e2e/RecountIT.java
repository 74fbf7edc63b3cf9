package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Tally;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counting again what was settled, and finding the same, or else saying so. */
@EndToEnd
class RecountIT {
  private static final int EVENTS = 1_500;

  /** They come to 7, in one minute. */
  private static final String TWO_EVENTS = "[{\"delta\": 3}, {\"delta\": 4}]";

  private static RunningQuipu quipu;
  private static Tampering tampering;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    String keyspace = cassandra.freshKeyspace();
    quipu =
        RunningQuipu.start(
            2, cassandra.contactPoint(), keyspace, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    tampering = new Tampering(cassandra.contactPoint(), keyspace);
    quipu.api(0).createNamespace("unique", "{\"kind\": \"unique\"}");
  }

  @AfterAll
  static void stop() {
    tampering.close();
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
    tampering.total(counter("total"), Tally.of(9, 2));
    assertDrift(api, "total", 9, 7, -2);
    tampering.total(counter("total"), Tally.of(7, 5));
    assertDrift(api, "total", 7, 7, 3);
    tampering.total(counter("total"), Tally.of(7, 2));
    assertExact(api, "default", "total", 7);
  }

  @Test
  void reportsAWindow_thatWasTamperedWith() {
    Api api = settled("window");
    for (Granularity granularity : Granularity.values()) {
      tampering.window(counter("window"), granularity, Tally.of(6, 2));
      assertDrift(api, "window", 7, 7, 1);
      tampering.window(counter("window"), granularity, Tally.of(7, 2));
    }
    assertExact(api, "default", "window", 7);
  }

  @Test
  void reportsATotal_thatWasTamperedWith_whereAllRowsMayBeCollected() {
    Api api = quipu.api(0);
    api.createNamespace("short", "{\"kind\": \"event\", \"retain\": \"0s\"}");
    api.record("short", "total", TWO_EVENTS).expect(201);
    assertThat(api.settled("short", "total").count()).isEqualTo(7);
    JsonObject report = api.recount("short", "total");
    assertThat(report.getBoolean("complete")).isFalse();
    assertThat(report.getLong("drift")).isZero();
    tampering.total(new CounterName("short", "total"), Tally.of(9, 2));
    assertThat(api.recount("short", "total").getLong("drift")).isEqualTo(2);
  }

  private static Api settled(String counter) {
    Api api = quipu.api(0);
    api.record("default", counter, TWO_EVENTS).expect(201);
    assertThat(api.settled("default", counter).count()).isEqualTo(7);
    assertExact(api, "default", counter, 7);
    return api;
  }

  private static CounterName counter(String name) {
    return new CounterName("default", name);
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
