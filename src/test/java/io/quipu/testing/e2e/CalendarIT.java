package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows and totals of time zones sum to the count, in the tail and when they are settled. */
@EndToEnd
class CalendarIT {
  private static final List<String> UNITS =
      List.of("minute", "hour", "day", "week", "month", "year");
  private static final int SHARDS = 3;
  private static final int ROUNDS = 4;

  private static RunningQuipu quipu;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    quipu.api(0).createNamespace("calendar", "{\"kind\": \"event\", \"shards\": " + SHARDS + "}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/Zurich", "Asia/Kolkata", "Pacific/Apia", "Asia/Kathmandu"})
  void sumToTheCount(String zone) {
    String counter = "of " + zone;
    for (int i = 1; i <= ROUNDS; i++) {
      Api api = quipu.api(i % 2);
      api.record("calendar", counter, "[{\"delta\": 5}, {\"delta\": -2}, {\"events\": 4}]")
          .expect(201);
      for (String unit : UNITS) {
        assertThat(windows(api, counter, unit, zone)).as(unit).isEqualTo(7L * i + "/" + 6L * i);
      }
      JsonObject total = total(api, counter, zone);
      assertThat(sum(total)).as(total.encode()).isEqualTo(7L * i + "/" + 6L * i);
      assertThat(sum(total.getJsonObject("previous"))).isEqualTo("0/0");
      // later rounds find some of it settled, and some in the tail
      api.settled("calendar", counter);
    }
    quipu.api(0).delete(Api.path("calendar", counter)).expect(200);
    await()
        .untilAsserted(() -> assertThat(sum(total(quipu.api(1), counter, zone))).isEqualTo("0/0"));
    assertThat(windows(quipu.api(0), counter, "month", zone)).isEqualTo("0/0");
  }

  private static JsonObject total(Api api, String counter, String zone) {
    return api.get(Api.path("calendar", counter) + "/total?from=-2d&compare=previous&tz=" + zone)
        .expect(200)
        .json();
  }

  private static String sum(JsonObject of) {
    return of.getLong("count") + "/" + of.getLong("events");
  }

  private static String windows(Api api, String counter, String unit, String zone) {
    String from = unit.equals("minute") ? "-3h" : "-3d";
    List<JsonObject> windows =
        api
            .get(
                Api.path("calendar", counter)
                    + "/windows?granularity="
                    + unit
                    + "&from="
                    + from
                    + "&tz="
                    + zone)
            .expect(200)
            .json()
            .getJsonArray("windows")
            .stream()
            .map(JsonObject.class::cast)
            .toList();
    for (int i = 1; i < windows.size(); i++) {
      assertThat(windows.get(i).getString("start")).isEqualTo(windows.get(i - 1).getString("end"));
    }
    return windows.stream().mapToLong(window -> window.getLong("count")).sum()
        + "/"
        + windows.stream().mapToLong(window -> window.getLong("events")).sum();
  }
}
