package io.quipu.testing.e2e;

import static java.net.URLEncoder.encode;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.Thorough;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows and totals of time zones sum to the count, in the tail and when they are settled. */
@Thorough
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
  @ValueSource(strings = {"Europe/Zurich", "Asia/Kathmandu", "Pacific/Apia"})
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
    for (String unit : UNITS) {
      assertRankedByItsWindows(counter, unit, zone);
    }
    quipu.api(0).delete(Api.path("calendar", counter)).expect(200);
    await()
        .untilAsserted(() -> assertThat(sum(total(quipu.api(1), counter, zone))).isEqualTo("0/0"));
    assertThat(windows(quipu.api(0), counter, "month", zone)).isEqualTo("0/0");
  }

  /** Of events of a history, most of them beside the bounds of hours and days. */
  @ParameterizedTest
  @ValueSource(strings = {"Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"})
  void daysOfTwoYearsAreOneRequest(String zone) {
    String namespace = "history-" + zone.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "-");
    Api api = quipu.api(0);
    api.createNamespace(namespace, "{\"kind\": \"event\", \"lateness\": \"800d\"}");
    LocalDate today = LocalDate.now(ZoneId.of(zone));
    LocalDate first = today.minusDays(729);
    Random random = new Random(zone.hashCode());
    Map<LocalDate, Long> sent = new TreeMap<>();
    JsonArray events = new JsonArray();
    for (int i = 0; i < 500; i++) {
      ZonedDateTime midnight = first.plusDays(random.nextInt(729)).atStartOfDay(ZoneId.of(zone));
      ZonedDateTime time = midnight.plusMinutes(random.nextInt(90) - 45L);
      if (!time.toLocalDate().isBefore(first)) {
        sent.merge(time.toLocalDate(), (long) i + 1, Long::sum);
        events.add(new JsonObject().put("delta", i + 1).put("time", time.toInstant().toString()));
      }
    }
    api.record(namespace, "a", events.encode()).expect(201);
    String days =
        Api.path(namespace, "a") + "/windows?granularity=day&from=" + first + "&tz=" + zone;

    assertThat(counts(api, days)).as("of the tail").isEqualTo(sent);
    api.settled(namespace, "a");
    assertThat(counts(api, days)).isEqualTo(sent);
    assertThat(counts(quipu.api(1), days)).isEqualTo(sent);
  }

  private static Map<LocalDate, Long> counts(Api api, String path) {
    JsonArray windows = api.get(path).expect(200).json().getJsonArray("windows");
    assertThat(windows).hasSize(730);
    return windows.stream()
        .map(JsonObject.class::cast)
        .filter(window -> window.getLong("count") != 0)
        .collect(
            Collectors.toMap(
                window -> LocalDate.parse(window.getString("start").substring(0, 10)),
                window -> window.getLong("count"),
                Long::sum,
                TreeMap::new));
  }

  /** The windows that rankings of the same zone add up, from minutes, hours and days. */
  private static void assertRankedByItsWindows(String counter, String unit, String zone) {
    List<JsonObject> windows = read(quipu.api(0), counter, unit, zone);
    List<JsonObject> some =
        windows.stream()
            .filter(one -> one.getLong("events") > 0 || one.equals(windows.get(0)))
            .toList();
    for (JsonObject window : some) {
      String top =
          "/v1/counters/calendar/top?prefix=%s&granularity=%s&tz=%s&window=%s"
              .formatted(
                  encode(counter, UTF_8), unit, zone, encode(window.getString("start"), UTF_8));
      await(top)
          .untilAsserted(
              () -> {
                JsonArray ranked =
                    quipu.api(1).get(top).expect(200).json().getJsonArray("counters");
                JsonObject first =
                    ranked.isEmpty()
                        ? new JsonObject().put("count", 0L).put("events", 0L)
                        : ranked.getJsonObject(0);
                assertThat(sum(first)).isEqualTo(sum(window));
              });
    }
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
    List<JsonObject> windows = read(api, counter, unit, zone);
    return windows.stream().mapToLong(window -> window.getLong("count")).sum()
        + "/"
        + windows.stream().mapToLong(window -> window.getLong("events")).sum();
  }

  private static List<JsonObject> read(Api api, String counter, String unit, String zone) {
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
    return windows;
  }
}
