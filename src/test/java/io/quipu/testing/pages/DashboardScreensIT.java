package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.RunningQuipu;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dashboard on a phone that is touched, and on a wall that is only looked at. */
@Thorough
@Pages
class DashboardScreensIT {
  private static final int LEAST_PIXELS = 44;

  /** All that one may tap and that is in sight, but for links in a text. */
  private static final String TOO_SMALL =
      "[...document.querySelectorAll('button, input:not([type=checkbox]), summary, header a,"
          + " .card a, .recording, [role=option]')].filter((one) => one.checkVisibility())"
          + ".filter((one) => { const box = one.getBoundingClientRect(); return box.height < %1$d"
          + " || box.width < %1$d }).map((one) => one.outerHTML.slice(0, 80)).join('\\n')";

  private static final String FITS =
      "document.documentElement.scrollHeight <= innerHeight"
          + " && document.documentElement.scrollWidth <= innerWidth";

  private static RunningQuipu quipu;
  private static Chromium browser;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    browser = chromium;
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    SeededCounters seeded = new SeededCounters(quipu);
    for (int place : IntStream.range(0, 8).toArray()) {
      String namespace = "shelf-" + place;
      seeded.create(namespace);
      seeded.record(namespace, 90 - place, i -> "counter/" + i % 9);
    }
    seeded.put("people", "{\"kind\": \"sketch\", \"state\": \"distinct\"}", 201);
    seeded.recordOf("people", "home", "[{\"value\": 1}, {\"value\": 2}, {\"value\": 2}]");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void aLinkToACounterShowsTheCounter_onAPhone() {
    try (Tab tab = openOnPhone("#namespace=shelf-0&counter=counter%2F3")) {
      await().until(() -> tab.text("#detail-count").equals("10"));
      assertThat(tab.isTrue("document.getElementById('counters').checkVisibility()")).isFalse();
      String top = "document.getElementById('detail-count').getBoundingClientRect().bottom";
      assertThat(((Number) tab.evaluate(top)).doubleValue()).isLessThan(422);
      assertThat(tooSmall(tab)).isEmpty();

      tab.tap("document.getElementById('here')");
      await().until(() -> tab.isTrue("document.getElementById('counters').checkVisibility()"));
      assertThat(tab.isTrue("document.getElementById('detail').checkVisibility()")).isFalse();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void oneTapIsEnough_onAPhone() {
    try (Tab tab = openOnPhone("")) {
      await().until(() -> tab.isTrue("document.querySelector('.card h2 a') !== null"));
      assertThat(tooSmall(tab)).isEmpty();
      tab.tap("document.querySelector('[data-order=name]')");
      await().until(() -> tab.text("#overview [aria-pressed=true]").equals("Name"));
      tab.tap("[...document.querySelectorAll('.card h2 a')].find((a) => a.text === 'shelf-1')");
      await().until(() -> tab.text("#here").equals("shelf-1"));
      await().until(() -> tab.isTrue("document.querySelectorAll('.row').length === 9"));
      assertThat(tooSmall(tab)).isEmpty();
      tab.tap("document.querySelectorAll('.row-open')[4]");
      await().until(() -> tab.isTrue("document.getElementById('detail').checkVisibility()"));
      await().until(() -> tab.isTrue("document.querySelector('#window-chart canvas') !== null"));

      tab.tap("document.getElementById('search')");
      tab.type("counter/8");
      await()
          .until(() -> tab.isTrue("document.querySelectorAll('#search-options li').length === 8"));
      assertThat(tooSmall(tab)).isEmpty();
      tab.tap("document.querySelectorAll('#search-options li')[1]");
      await().until(() -> tab.text("#detail-name").equals("counter/8"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, 720", "1920, 1080"})
  void fillsAWall_withoutScrolling(int width, int height) {
    try (Tab tab = open("#view=watch", width, height)) {
      await().until(() -> tab.isTrue("document.querySelectorAll('.card').length === 6"));
      await().until(() -> tab.isTrue("document.querySelectorAll('.card li').length >= 26"));
      await("the counts").until(() -> tab.isTrue(noneIsUnknown()));
      Pictures.write("dashboard/wall-" + width, tab.picture());
      assertThat(tab.isTrue(FITS)).isTrue();
      String lowest = "[...document.querySelectorAll('.card')].at(-1).getBoundingClientRect()";
      assertThat(((Number) tab.evaluate("innerHeight - " + lowest + ".bottom")).doubleValue())
          .as("the cards reach the foot of the screen")
          .isBetween(0.0, 40.0);
      String cut =
          "[...document.querySelectorAll('.card li, .card-totals')].some((one) =>"
              + " one.getBoundingClientRect().bottom"
              + " > one.closest('.card').getBoundingClientRect().bottom)";
      assertThat(tab.isTrue(cut)).as("a line is cut").isFalse();
      String size = "parseFloat(getComputedStyle(document.querySelector('.row-count')).fontSize)";
      assertThat(((Number) tab.evaluate(size)).doubleValue()).isGreaterThan(height / 45.0);
    }
    for (String counter : new String[] {"shelf-0&counter=counter%2F3", "people&counter=home"}) {
      try (Tab tab = open("#view=watch&namespace=" + counter, width, height)) {
        await().until(() -> tab.text("#detail-count").matches("[0-9]+"));
        await().until(() -> tab.isTrue("document.querySelector('#window-chart canvas') !== null"));
        assertThat(tab.isTrue(FITS)).isTrue();
        String charts = "document.querySelector('.charts').getBoundingClientRect().bottom";
        assertThat(((Number) tab.evaluate(charts)).doubleValue()).isLessThanOrEqualTo(height);
      }
    }
  }

  private static String noneIsUnknown() {
    return "[...document.querySelectorAll('.row-count')].every((one) => one.textContent !== '…')";
  }

  private static String tooSmall(Tab tab) {
    return (String) tab.evaluate(TOO_SMALL.formatted(LEAST_PIXELS));
  }

  private static Tab openOnPhone(String address) {
    Tab tab = browser.open();
    tab.lookOnPhone(390, 844);
    return go(tab, address);
  }

  private static Tab open(String address, int width, int height) {
    Tab tab = browser.open();
    tab.lookLight(width, height);
    return go(tab, address);
  }

  private static Tab go(Tab tab, String address) {
    tab.navigate(quipu.uri(0).resolve("/" + address));
    await("the page to be live").until(() -> tab.text("#connection-words").equals("Live"));
    return tab;
  }
}
