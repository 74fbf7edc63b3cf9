package io.quipu.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.dev.TestCassandra;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counting again what was settled, and finding the same. */
@EndToEnd
class RecountIT {
  private static final int EVENTS = 1_500;

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(TestCassandra cassandra) {
    quipu = RunningQuipu.start(2, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
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
