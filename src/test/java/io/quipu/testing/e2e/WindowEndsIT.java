package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Windows that a namespace keeps no longer leave charts and sums. Counts do not change. */
@Thorough
@EndToEnd
class WindowEndsIT {
  private static final String NAMESPACE = "window-ends";
  private static final String COUNTER = "a";
  private static final long OLD = 10;
  private static final long RECENT = 5;
  private static final long FRESH = 3;

  private static RunningQuipu quipu;
  private static Instant longAgo;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu.api(0).createNamespace(NAMESPACE, "{\"lateness\": \"30d\", \"rows\": \"forever\"}");
    longAgo = Instant.now().minus(Duration.ofDays(20)).truncatedTo(ChronoUnit.DAYS);
    record(longAgo.plus(Duration.ofHours(7)), OLD);
    record(Instant.now().minus(Duration.ofHours(3)), RECENT);
    record(Instant.now(), FRESH);
    quipu.api(0).settled(NAMESPACE, COUNTER);
  }

  private static void record(Instant time, long delta) {
    String event = "{\"delta\": " + delta + ", \"time\": \"" + time + "\"}";
    quipu.api(0).record(NAMESPACE, COUNTER, event).expect(201);
  }

  private static JsonObject windows(String granularity, String more, int instance) {
    return read("/windows?granularity=" + granularity + "&from=" + longAgo + more, instance);
  }

  private static JsonObject read(String what, int instance) {
    return quipu.api(instance).get(Api.path(NAMESPACE, COUNTER) + what).expect(200).json();
  }

  private static long sum(JsonObject answer) {
    long sum = 0;
    JsonArray windows = answer.getJsonArray("windows");
    for (int i = 0; i < windows.size(); i++) {
      sum += windows.getJsonObject(i).getLong("count");
    }
    return sum;
  }

  private static Instant first(JsonObject answer) {
    return Instant.parse(answer.getJsonArray("windows").getJsonObject(0).getString("start"));
  }

  @Test
  void whatIsNotKept_leavesChartsAndSums_andTheCountStays() {
    long all = OLD + RECENT + FRESH;
    assertThat(sum(windows("hour", "", 0))).isEqualTo(all);
    assertThat(windows("hour", "", 1).containsKey("keptFrom")).isFalse();

    String settings = "{\"lateness\": \"0s\", \"keep\": {\"minute\": \"1h\", \"hour\": \"1d\"}}";
    quipu.api(0).put("/v1/namespaces/" + NAMESPACE, settings).expect(200);

    for (int instance = 0; instance < 2; instance++) {
      int here = instance;
      await("both instances know").until(() -> windows("hour", "", here).containsKey("keptFrom"));
      JsonObject hours = windows("hour", "", here);
      assertThat(sum(hours)).isEqualTo(RECENT + FRESH);
      assertThat(first(hours))
          .isEqualTo(Instant.parse(hours.getString("keptFrom")))
          .isBetween(
              Instant.now().minus(Duration.ofHours(26)), Instant.now().minus(Duration.ofHours(23)));
      Answer table =
          quipu
              .api(here)
              .get(
                  Api.path(NAMESPACE, COUNTER) + "/windows?granularity=hour&from=" + longAgo,
                  "text/csv")
              .expect(200);
      assertThat(Instant.parse(table.headers().firstValue("Kept-From").orElseThrow()))
          .isAfterOrEqualTo(first(hours));
      JsonObject days = windows("day", "", here);
      assertThat(sum(days)).isEqualTo(all);
      assertThat(days.containsKey("keptFrom")).isFalse();
      // a day of Kolkata begins at half past an hour of UTC
      JsonObject kolkata = windows("day", "&tz=Asia/Kolkata", here);
      assertThat(kolkata.containsKey("keptFrom")).isTrue();
      assertThat(sum(kolkata)).isLessThanOrEqualTo(RECENT + FRESH);

      JsonObject total = read("/total?from=" + longAgo, here);
      assertThat(total.getLong("count")).isEqualTo(all);
      assertThat(total.containsKey("keptFrom")).isFalse();
      JsonObject cut = read("/total?from=-2h&to=now&compare=previous", here);
      assertThat(cut.getLong("count")).isEqualTo(FRESH);
      assertThat(cut.getString("keptFrom")).isEqualTo(cut.getString("from"));
      JsonObject gone =
          read("/total?from=" + longAgo + "&to=" + longAgo.plus(Duration.ofHours(8)), here);
      assertThat(gone.getLong("count")).isZero();
      assertThat(Instant.parse(gone.getString("keptFrom"))).isAfter(longAgo);

      for (String window :
          List.of(
              "hour&window=" + longAgo, "day&window=-2d&tz=Asia/Kolkata", "year&tz=Asia/Tokyo")) {
        JsonObject problem =
            quipu
                .api(here)
                .get("/v1/counters/" + NAMESPACE + "/top?granularity=" + window)
                .expect(400)
                .json();
        assertThat(problem.getString("field")).as(window).isEqualTo("window");
      }
      assertThat(read("", here).getLong("count")).isEqualTo(all);
    }
    JsonObject recount = quipu.api(0).recount(NAMESPACE, COUNTER);
    assertThat(recount.getLong("drift")).as(recount.encode()).isZero();

    // what may be deleted is not shown again
    quipu
        .api(1)
        .put("/v1/namespaces/" + NAMESPACE, "{\"keep\": {\"hour\": \"forever\"}}")
        .expect(200);
    for (int instance = 0; instance < 2; instance++) {
      assertThat(sum(windows("hour", "", instance))).isEqualTo(RECENT + FRESH);
    }
  }
}
