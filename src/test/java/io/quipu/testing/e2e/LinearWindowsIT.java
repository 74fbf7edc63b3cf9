package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Windows of linear counters over HTTP, through two instances. */
@Thorough
@EndToEnd
class LinearWindowsIT {
  private static RunningQuipu quipu;
  private static Api api;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    api.createNamespace("linear-windows", "{\"kind\": \"linear\"}");
  }

  private static JsonObject windows(String counter, String granularity) {
    Instant day = Instant.now().truncatedTo(ChronoUnit.DAYS);
    Instant from =
        granularity.equals("day")
            ? day.minus(1, ChronoUnit.DAYS)
            : Instant.now().truncatedTo(ChronoUnit.HOURS).minus(1, ChronoUnit.HOURS);
    return quipu
        .api(1)
        .get(
            Api.path("linear-windows", counter)
                + "/windows?granularity="
                + granularity
                + "&from="
                + from)
        .expect(200)
        .json();
  }

  private static long[] sum(JsonArray windows) {
    long count = 0;
    long events = 0;
    for (Object one : windows) {
      count += ((JsonObject) one).getLong("count");
      events += ((JsonObject) one).getLong("events");
    }
    return new long[] {count, events};
  }

  private static void assertSums(String counter, long count, long events) {
    for (String granularity : new String[] {"minute", "hour", "day"}) {
      assertThat(sum(windows(counter, granularity).getJsonArray("windows")))
          .as(granularity)
          .containsExactly(count, events);
    }
    JsonObject total =
        quipu
            .api(0)
            .get(Api.path("linear-windows", counter) + "/total?from=-2d")
            .expect(200)
            .json();
    assertThat(total.getLong("count")).isEqualTo(count);
    assertThat(total.getLong("events")).isEqualTo(events);
  }

  @Test
  void windowsSumToTheCount_alsoAfterAReset() {
    for (int i = 0; i < 10; i++) {
      quipu.api(i % 2).record("linear-windows", "calls", "{\"delta\": 5}").expect(201);
    }
    quipu.api(1).record("linear-windows", "calls", "[{\"delta\": -3}, {\"delta\": 1}]").expect(201);
    assertSums("calls", 48, 12);
    assertThat(api.count("linear-windows", "calls").count()).isEqualTo(48);
    quipu.api(0).delete(Api.path("linear-windows", "calls")).expect(200);
    assertSums("calls", 0, 0);
    api.record("linear-windows", "calls", "{\"delta\": 7}").expect(201);
    assertSums("calls", 7, 1);
    assertThat(
            api.get(
                    Api.path("linear-windows", "calls") + "/windows?granularity=day&from=-1d",
                    "text/csv")
                .expect(200)
                .text())
        .startsWith("start,end,count,events,settled\r\n");
  }

  /** Of what is over everything is kept, of what is not the present minute can still change. */
  @Test
  void aMinuteThatIsOverIsSettled_whenTheNextEventHasCome() throws InterruptedException {
    api.record("linear-windows", "turns", "{\"delta\": 2}").expect(201);
    Instant next = Instant.now().truncatedTo(ChronoUnit.MINUTES).plus(1, ChronoUnit.MINUTES);
    Thread.sleep(ChronoUnit.MILLIS.between(Instant.now(), next) + 200);
    quipu.api(1).record("linear-windows", "turns", "{\"delta\": 3}").expect(201);
    quipu.api(0).record("linear-windows", "turns", "{\"delta\": 4}").expect(201);
    assertSums("turns", 9, 3);
    JsonArray minutes = windows("turns", "minute").getJsonArray("windows");
    JsonObject last = minutes.getJsonObject(minutes.size() - 1);
    JsonObject before = minutes.getJsonObject(minutes.size() - 2);
    assertThat(last.getInteger("count")).isEqualTo(7);
    assertThat(last.getBoolean("settled")).isFalse();
    assertThat(before.getInteger("count")).isEqualTo(2);
    assertThat(before.getBoolean("settled")).isTrue();
  }

  @Test
  void aNamespaceWithoutWindowsHasNone() {
    api.createNamespace("linear-windowless", "{\"kind\": \"linear\", \"windows\": []}");
    api.record("linear-windowless", "a", "").expect(201);
    api.get(Api.path("linear-windowless", "a") + "/windows?granularity=hour").expect(400);
    api.get("/v1/counters/linear-windowless/top?granularity=hour").expect(400);
  }
}
