package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.MovedClock;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Days of sketches on the dashboard, beside a load that is known and what the service says. */
@Pages
class SketchesOnDashboardIT {
  private static final int DAYS = 3;
  private static final String COUNTER = "home";
  private static final MovedClock CLOCK = new MovedClock();

  private static RunningQuipu quipu;
  private static Chromium browser;
  private static Api api;

  /** A thousand visitors, then the later half of them, then some of these and 200 others. */
  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    browser = chromium;
    CLOCK.moveOn(Duration.ofDays(1 - DAYS));
    quipu =
        RunningQuipu.start(1, cassandra.contactPoint(), cassandra.freshKeyspace(), Map.of(), CLOCK);
    api = quipu.api(0);
    for (String state : List.of("distinct", "quantiles", "top", "sum")) {
      api.createNamespace(
          state,
          "{\"kind\": \"sketch\", \"state\": \"%s\", \"windows\": [\"hour\", \"day\"]}"
              .formatted(state));
    }
    recordVisitors(0, 1_000);
    CLOCK.moveOn(Duration.ofDays(1));
    recordVisitors(500, 1_000);
    CLOCK.moveOn(Duration.ofDays(1));
    recordVisitors(900, 1_200);
    record("quantiles", IntStream.rangeClosed(1, 100).boxed().toList(), i -> "" + i);
    record("sum", List.of(1, 2, 3), i -> "" + i);
    record("top", List.of(1, 2, 2, 3, 3, 3), i -> "\"song " + i + "\"");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  private static void recordVisitors(int from, int to) {
    record("distinct", IntStream.range(from, to).boxed().toList(), i -> "\"visitor " + i + "\"");
  }

  /**
   * Records until it is recorded: a process whose clock was moved on takes nothing for a moment.
   */
  private static void record(
      String namespace, List<Integer> numbers, java.util.function.Function<Integer, String> value) {
    String events = Api.array(numbers, i -> "{\"value\": " + value.apply(i) + "}");
    await(namespace).until(() -> api.record(namespace, COUNTER, events).status() == 201);
  }

  @Test
  void eachDayHasItsEstimateAndBounds_andTheRangeIsMerged() {
    try (Tab tab = open("distinct")) {
      assertThat(tab.text("#ranges [aria-pressed=true]"))
          .as("an hour is one number")
          .isEqualTo("30 days");
      await().until(() -> tab.text("#window-chart h3").equals("By day (UTC)"));
      await("the days").untilAsserted(() -> assertThat(readouts(tab, DAYS)).isEqualTo(days()));
      assertThat(days().get(0))
          .as("a day of a thousand")
          .matches(".* · (9[0-9]{2}|1,0[0-9]{2}) .*");
      JsonObject total = total("distinct");
      assertThat(total.getDouble("lower")).isLessThanOrEqualTo(1_200);
      assertThat(total.getDouble("upper")).isGreaterThanOrEqualTo(1_200);
      assertThat(total(tab))
          .isEqualTo(
              "%s different values in the last 30 days, ±%s"
                  .formatted(
                      number(Math.round(total.getDouble("estimate"))),
                      number(RangeWords.farthest(total))));
      assertThat(tab.text("#window-chart .legend")).contains("bounds of an estimate");
      assertThat(inked(tab)).as("bounds are drawn").isPositive();

      recordVisitors(2_000, 2_400);
      await("today to move").untilAsserted(() -> assertThat(readouts(tab, DAYS)).isEqualTo(days()));
      await().until(() -> total(tab).matches("1,[56][0-9]{2} .*"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /** What the page should say of each of the last days. */
  private static List<String> days() {
    Instant from = midnight().minus(Duration.ofDays(DAYS - 1));
    JsonArray windows =
        api.get(Api.path("distinct", COUNTER) + "/windows?granularity=day&from=" + from)
            .expect(200)
            .json()
            .getJsonArray("windows");
    List<String> days = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) {
      JsonObject day = windows.getJsonObject(i);
      String when =
          DateTimeFormatter.ofPattern("d MMM uuuu", Locale.UK)
              .withZone(ZoneOffset.UTC)
              .format(Instant.parse(day.getString("start")));
      String open = day.getBoolean("settled") ? "" : ", may still grow";
      String bounds = number(day.getLong("lower")) + " to " + number(day.getLong("upper"));
      days.add(
          "%s UTC · %s (%s)%s"
              .formatted(when, number(Math.round(day.getDouble("estimate"))), bounds, open));
    }
    return days;
  }

  private static Instant midnight() {
    return CLOCK.wall().instant().truncatedTo(ChronoUnit.DAYS);
  }

  private static JsonObject total(String namespace) {
    Instant from = midnight().minus(Duration.ofDays(29));
    return api.get(Api.path(namespace, COUNTER) + "/total?from=" + from).expect(200).json();
  }

  /**
   * What the page says of the last windows, the oldest first, as the arrow keys go through them.
   */
  private static List<String> readouts(Tab tab, int windows) {
    tab.evaluate("document.querySelector('#window-chart .plot').focus()");
    tab.press("Escape");
    List<String> readouts = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      tab.press("ArrowLeft");
      readouts.add(0, tab.text("#window-chart .readout"));
    }
    return readouts;
  }

  /** How many pixels of the chart have the colour of bounds. */
  private static long inked(Tab tab) {
    String count =
        "(() => { const canvas = document.querySelector('#window-chart canvas');"
            + " const { data } = canvas.getContext('2d')"
            + ".getImageData(0, 0, canvas.width, canvas.height); let found = 0;"
            + " for (let i = 0; i < data.length; i += 4) {"
            + " found += data[i] === 0x2a && data[i + 1] === 0x21 && data[i + 2] === 0x1b }"
            + " return found })()";
    return ((Number) tab.evaluate(count)).longValue();
  }

  @Test
  void aDistributionHasALineForEachQuantile() {
    try (Tab tab = open("quantiles")) {
      await("today")
          .untilAsserted(
              () ->
                  assertThat(readouts(tab, 1).get(0))
                      .matches(".* · p50: 50.* · p95: 95.* · p99: 99.*"));
      assertThat(tab.text("#window-chart .lines")).contains("p50", "p95", "p99");
      assertThat(total(tab)).contains("the distribution in the last 30 days, of 100 values");
      assertThat(tab.text("#range-total ol").replaceAll("\\s+", " ")).contains("p50 50");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void whatIsExactHasNoBounds() {
    try (Tab tab = open("sum")) {
      await("today").untilAsserted(() -> assertThat(readouts(tab, 1).get(0)).contains(" · 6, may"));
      assertThat(total(tab)).isEqualTo("6 the sum in the last 30 days, of 3 values");
      assertThat(inked(tab)).as("no bounds").isZero();
      assertThat(tab.isTrue("document.querySelector('#window-chart .bounds').hidden")).isTrue();
    }
    try (Tab tab = open("top")) {
      await("today")
          .untilAsserted(() -> assertThat(readouts(tab, 1).get(0)).contains(" · 6 values"));
      assertThat(tab.text("#range-total ol").replaceAll("\\s+", " "))
          .isEqualTo("song 3 3 song 2 2 song 1 1");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static String total(Tab tab) {
    return tab.text("#range-total").replaceAll("\\s+", " ");
  }

  private static Tab open(String namespace) {
    Tab tab = browser.open();
    tab.lookLight(1280, 1400);
    tab.liveIn("UTC");
    tab.navigate(quipu.uri(0).resolve("/#namespace=" + namespace + "&counter=" + COUNTER));
    await("the chart")
        .until(() -> tab.isTrue("document.querySelector('#window-chart canvas') !== null"));
    await("the total").until(() -> !total(tab).isEmpty());
    return tab;
  }

  private static String number(long number) {
    return String.format(Locale.ENGLISH, "%,d", number);
  }
}
