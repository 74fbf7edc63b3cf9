package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.Granularity;
import io.quipu.testing.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
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
  static void start(TestCassandra cassandra, SharedQuipu shared) {
    quipu = shared.open();
    tampering = new Tampering(cassandra.contactPoint(), shared.keyspace);
    quipu.api(0).createNamespace("recounted", "{\"kind\": \"unique\"}");
  }

  @AfterAll
  static void stop() {
    tampering.close();
  }

  @Test
  void findsNoDrift_afterDuplicatesAndConflicts() {
    Api here = quipu.api(0);
    Api there = quipu.api(1);
    assertThat(here.outcomes("default", "recounted", events(3))).containsOnly("counted");
    assertThat(there.outcomes("default", "recounted", events(3))).containsOnly("duplicate");
    assertThat(here.outcomes("default", "recounted", events(4))).containsOnly("conflict");
    here.record("default", "recounted", "[{\"delta\": -7}, {\"delta\": 2}, {}]").expect(201);
    long count = 3L * EVENTS - 4;
    assertThat(here.settled("default", "recounted").count()).isEqualTo(count);

    assertExact(here, "default", "recounted", count);
    assertExact(there, "default", "recounted", count);
  }

  @Test
  void findsNoDrift_inKindUnique() {
    for (int i = 0; i < 3; i++) {
      quipu.api(i % 2).record("recounted", "again", events(i + 1)).expect(201);
    }
    assertThat(quipu.api(0).outcome("recounted", "again", "{\"id\": \"0\", \"delta\": 1}"))
        .isEqualTo("duplicate");
    assertExact(quipu.api(0), "recounted", "again", EVENTS);
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
    Api api = settled("tampered-total");
    tampering.total(counter("tampered-total"), Tally.of(9, 2));
    assertDrift(api, "tampered-total", 9, 7, -2);
    tampering.total(counter("tampered-total"), Tally.of(7, 5));
    assertDrift(api, "tampered-total", 7, 7, 3);
    tampering.total(counter("tampered-total"), Tally.of(7, 2));
    assertExact(api, "default", "tampered-total", 7);
  }

  @Test
  void reportsAWindow_thatWasTamperedWith() {
    Api api = settled("tampered-window");
    for (Granularity granularity : Granularity.values()) {
      tampering.window(counter("tampered-window"), granularity, Tally.of(6, 2));
      assertDrift(api, "tampered-window", 7, 7, 1);
      tampering.window(counter("tampered-window"), granularity, Tally.of(7, 2));
    }
    assertExact(api, "default", "tampered-window", 7);
  }

  @Test
  void reportsATotal_thatWasTamperedWith_whereAllRowsMayBeCollected() {
    Api api = quipu.api(0);
    api.createNamespace("recounted-short", "{\"kind\": \"event\", \"retain\": \"0s\"}");
    api.record("recounted-short", "tampered-total", TWO_EVENTS).expect(201);
    assertThat(api.settled("recounted-short", "tampered-total").count()).isEqualTo(7);
    JsonObject report = api.recount("recounted-short", "tampered-total");
    assertThat(report.getBoolean("complete")).isFalse();
    assertThat(report.getLong("drift")).isZero();
    tampering.total(new CounterName("recounted-short", "tampered-total"), Tally.of(9, 2));
    assertThat(api.recount("recounted-short", "tampered-total").getLong("drift")).isEqualTo(2);
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
