package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every number on the page of a counter and on cards of namespaces, in zones whose days begin at
 * other times: beside what the API answers, and what was sent. A number that the test does not know
 * fails it.
 */
@Pages
class NumbersOnDashboardIT {
  private static final List<String> ZONES =
      List.of("UTC", "Europe/Zurich", "Asia/Kolkata", "Pacific/Apia", "America/New_York");
  private static final List<String> LONG =
      List.of("today", "yesterday", "7d", "30d", "month", "year", "all", "days");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static RunningQuipu quipu;
  private static Chromium browser;
  private static SeededCounters seeded;
  private static SentEvents sent;
  private static Instant now;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    quipu = shared.open();
    browser = chromium;
    seeded = new SeededCounters(quipu);
    now = Instant.now();
    sent = SentEvents.at(ZONES.stream().map(ZoneId::of).toList(), now);
    String late = ", \"lateness\": \"800d\", \"labels\": [\"country\"]}";
    seed("event", "{\"kind\": \"event\"" + late, sent.json(false));
    seed("unique", "{\"kind\": \"unique\"" + late, sent.json(true));
    seed("kept", "{\"windows\": [\"hour\", \"day\"]" + late, sent.json(false));
    seeded.put("numbers-kept", "{\"lateness\": \"0s\", \"keep\": {\"hour\": \"7d\"}}", 200);
    for (String state : List.of("sum", "distinct")) {
      seed(
          state,
          "{\"kind\": \"sketch\", \"windows\": [\"hour\", \"day\"], \"state\": \"" + state + "\"}",
          sent.values());
    }
    seed(
        "latest",
        "{\"kind\": \"latest\"}",
        "[{\"actor\": \"P1\", \"version\": 1, \"value\": 1500},"
            + " {\"actor\": \"P1\", \"version\": 2, \"value\": 1200},"
            + " {\"actor\": \"P2\", \"version\": 1, \"value\": 300}]");
    seed("linear", "{\"kind\": \"linear\", \"max\": 1000}", "[{\"delta\": 5}, {\"delta\": 7}]");
  }

  private static void seed(String kind, String settings, String events) {
    seeded.put("numbers-" + kind, settings, 201);
    seeded.recordOf("numbers-" + kind, "site", events);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"UTC", "Europe/Zurich", "Asia/Kolkata", "Pacific/Apia", "America/New_York"})
  void agree(String zone) {
    try (Tab tab = browser.open()) {
      tab.lookLight(1280, 1400);
      tab.liveIn(zone);
      ExpectedNumbers expected = new ExpectedNumbers(quipu.api(0), ZoneId.of(zone), sent, now);
      for (String range : LONG) {
        check(tab, expected.of("event", range, ""));
        check(tab, expected.of("event", range, "CH"));
      }
      for (String range : List.of("today", "30d", "days")) {
        check(tab, expected.of("unique", range, ""));
      }
      for (String kind : List.of("latest", "linear")) {
        for (String range : List.of("1h", "30d", "all")) {
          check(tab, expected.of(kind, range, ""));
        }
      }
      // days of another zone are kept no longer than their hours: then they are those of UTC
      check(tab, expected.ofUtc().of("kept", "30d", ""));
      // where days begin within an hour they cannot be added up of hours: then they are those of
      // UTC
      boolean isWithin = zone.equals("Asia/Kolkata");
      ExpectedNumbers ofHours = isWithin ? expected.ofUtc() : expected;
      for (String kind : List.of("sum", "distinct")) {
        for (String range : List.of("today", "30d", "all")) {
          check(tab, ofHours.of(kind, range, ""));
        }
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /** Of each namespace: today, how much that has changed, and the last 24 hours. */
  @ParameterizedTest
  @ValueSource(
      strings = {"UTC", "Europe/Zurich", "Asia/Kolkata", "Pacific/Apia", "America/New_York"})
  void agreeOnCards(String zone) {
    try (Tab tab = browser.open()) {
      tab.lookLight(1280, 1400);
      tab.liveIn(zone);
      tab.navigate(quipu.uri(0).resolve("/#search=numbers-&order=name"));
      ExpectedNumbers expected = new ExpectedNumbers(quipu.api(0), ZoneId.of(zone), sent, now);
      // where days begin within an hour, those of namespaces without minutes are of UTC
      ExpectedNumbers ofHours = zone.equals("Asia/Kolkata") ? expected.ofUtc() : expected;
      for (String kind : List.of("event", "unique", "latest", "linear")) {
        check(tab, new ExpectedCard(expected.of(kind, "today", ""), ZoneId.of(zone)));
      }
      for (String kind : List.of("kept", "sum", "distinct")) {
        check(tab, new ExpectedCard(ofHours.of(kind, "today", ""), ZoneId.of(zone)));
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static void check(Tab tab, ExpectedCard card) {
    await(card.toString()).atMost(PATIENCE).untilAsserted(() -> card.check(tab));
  }

  private static void check(Tab tab, ExpectedNumbers.View view) {
    tab.navigate(quipu.uri(0).resolve("/" + view.address()));
    await(view.toString())
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(tab.text("#ranges [aria-pressed=true]")).isEqualTo(view.button());
              view.check(tab);
            });
  }

  /** What has not been answered yet is not drawn, and has no number. */
  @Test
  void areNotInvented_whileTheyAreAwaited() {
    try (Tab tab = browser.open()) {
      tab.lookLight(1280, 1400);
      tab.navigate(quipu.uri(0).resolve("/"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
      tab.evaluate(
          "(() => { const real = window.fetch; const held = new Promise((go) => (window.go = go));"
              + " window.fetch = async (path, ...rest) => {"
              + " if (/[/](query|windows|total)/.test(path)) { window.asked = true; await held }"
              + " return real(path, ...rest) } })()");
      tab.evaluate("location.hash = '#namespace=numbers-event&range=30d&counter=site'");
      await().until(() -> tab.isTrue("window.asked === true"));
      await().until(() -> !tab.text("#detail-count").isBlank());
      Map<String, List<String>> found = NumbersOnPage.of(tab);
      assertThat(found.keySet())
          .noneMatch(place -> place.matches("(range-total|curve-chart|window-chart|breakdowns).*"));
      assertThat(visibleCharts(tab)).as("axes").isZero();
      tab.evaluate("window.go()");
      await().until(() -> visibleCharts(tab) == 1);
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static long visibleCharts(Tab tab) {
    String charts =
        "[...document.querySelectorAll('.chart canvas')]"
            + ".filter((one) => one.checkVisibility({visibilityProperty: true})).length";
    return ((Number) tab.evaluate(charts)).longValue();
  }

  @Test
  void areNotSaidToBeLive_whereThereIsNoNetwork() {
    try (Tab tab = browser.open()) {
      tab.navigate(quipu.uri(0).resolve("/#namespace=numbers-event&counter=site"));
      await().until(() -> tab.text("#connection-words").equals("Live"));
      tab.goOffline(true);
      await().until(() -> !tab.text("#connection-words").equals("Live"));
      tab.goOffline(false);
      await().until(() -> tab.text("#connection-words").equals("Live"));
    }
  }

  /** The rate of values that stand is that of statements, however large the values are. */
  @Test
  void ofARateAreEvents() {
    seeded.put("numbers-rate", "{\"kind\": \"latest\"}", 201);
    seeded.recordOf("numbers-rate", "site", statement(1, 900_000));
    try (Tab tab = browser.open()) {
      tab.lookLight(1280, 1400);
      tab.navigate(quipu.uri(0).resolve("/#namespace=numbers-rate&counter=site"));
      await().until(() -> tab.text("#detail-count").equals("900,000"));
      await().until(() -> tab.text("#curve-chart .readout").equals("0 events per second"));
      seeded.recordOf("numbers-rate", "site", statement(2, 100));
      await().until(() -> tab.text("#curve-chart .readout").matches("0[.][2-9] events per second"));
      assertThat(tab.text(".row-rate")).matches("|0[.][2-9]/s");
    }
  }

  private static String statement(int version, int value) {
    return "{\"actor\": \"P1\", \"version\": %d, \"value\": %d}".formatted(version, value);
  }
}
