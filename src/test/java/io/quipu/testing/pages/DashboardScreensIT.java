package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.RunningQuipu;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
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
          + " .card a, .names a, .recording, [role=option]')].filter((one) => one.checkVisibility())"
          + ".filter((one) => { const box = one.getBoundingClientRect(); return box.height < %1$d"
          + " || box.width < %1$d }).map((one) => one.outerHTML.slice(0, 80)).join('\\n')";

  private static final String FITS =
      "document.documentElement.scrollHeight <= innerHeight"
          + " && document.documentElement.scrollWidth <= innerWidth";

  /** All that can be clicked, by mouse or keyboard. */
  private static final String CLICKABLE =
      "[...document.querySelectorAll('a[href], button, input, summary, [tabindex=\"0\"]')]"
          + ".filter((one) => one.checkVisibility() && !one.matches('.skip'))"
          + ".map((one) => one.textContent).join('|')";

  private static final String IS_CUT =
      "[...document.querySelectorAll('.tile > *')].some((one) => {"
          + " const [box, tile] = [one, one.closest('.tile')].map((e) => e.getBoundingClientRect());"
          + " return box.bottom > tile.bottom || box.right > tile.right"
          + " || one.matches('.row-count') && one.scrollWidth > one.clientWidth })";

  private static RunningQuipu quipu;
  private static Chromium browser;
  private static SeededCounters seeded;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    browser = chromium;
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    seeded = new SeededCounters(quipu);
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
      String card =
          "[...document.querySelectorAll('.card h2 a')].find((a) => a.text === 'shelf-1')";
      await().until(() -> tab.isTrue(card + " !== undefined"));
      tab.tap(card);
      await().until(() -> tab.text("#here").equals("shelf-1"));
      await().until(() -> tab.isTrue("document.querySelectorAll('.row').length === 9"));
      assertThat(tooSmall(tab)).isEmpty();
      tab.tap("document.querySelectorAll('.row-open')[4]");
      await().until(() -> tab.isTrue("document.getElementById('detail').checkVisibility()"));
      await().until(() -> tab.isTrue("document.querySelector('.charts canvas') !== null"));

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
    for (String wall : new String[] {"", "&namespace=shelf-7"}) {
      try (Tab tab = open("#view=watch" + wall, width, height)) {
        await()
            .until(() -> tab.isTrue("document.querySelectorAll('.tile .bar').length === 9 * 24"));
        await("the counts").until(() -> tab.text(".tile .row-count").matches("[0-9]+"));
        Pictures.write("dashboard/wall-" + width + wall.replace("&namespace=", "-"), tab.picture());
        assertThat(tab.isTrue(FITS)).isTrue();
        String lowest = "[...document.querySelectorAll('.tile')].at(-1).getBoundingClientRect()";
        assertThat(((Number) tab.evaluate("innerHeight - " + lowest + ".bottom")).doubleValue())
            .as("the tiles reach the foot of the screen")
            .isBetween(0.0, 40.0);
        assertThat(tab.isTrue(IS_CUT)).as("a part of a tile is cut").isFalse();
        String size = "parseFloat(getComputedStyle(document.querySelector('.row-count')).fontSize)";
        assertThat(((Number) tab.evaluate(size)).doubleValue()).isGreaterThan(height / 15.0);
        assertThat(tab.evaluate(CLICKABLE)).isEqualTo("Full screen|Leave");
        assertThat(tab.complaints()).isEmpty();
      }
    }
    for (String counter : new String[] {"shelf-0&counter=counter%2F3", "people&counter=home"}) {
      try (Tab tab = open("#view=watch&namespace=" + counter, width, height)) {
        await().until(() -> tab.text("#detail-count").matches("[0-9]+"));
        await().until(() -> tab.isTrue("document.querySelector('.charts canvas') !== null"));
        assertThat(tab.isTrue(FITS)).isTrue();
        String charts = "document.querySelector('.charts').getBoundingClientRect().bottom";
        assertThat(((Number) tab.evaluate(charts)).doubleValue()).isLessThanOrEqualTo(height);
      }
    }
  }

  /** The tiles are those of the largest counters, whichever namespaces these are of. */
  @Test
  void aWallShowsTheLargest() {
    try (Tab tab = open("#view=watch", 1280, 720)) {
      String tiles =
          "[...document.querySelectorAll('.tile')].map((one) => ['.row-name', '.tile-namespace',"
              + " '.row-count'].map((part) => one.querySelector(part).textContent).join(' ')).join()";
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        expected.add("counter/" + i + " shelf-0 10");
      }
      await()
          .untilAsserted(
              () -> assertThat((String) tab.evaluate(tiles)).isEqualTo(String.join(",", expected)));
      seeded.record("shelf-5", 20, i -> "counter/1");
      expected.add(0, "counter/1 shelf-5 30");
      await()
          .untilAsserted(
              () ->
                  assertThat((String) tab.evaluate(tiles))
                      .isEqualTo(String.join(",", expected.subList(0, 9))));
    }
  }

  @Test
  void aWallHasADotWithWords_whileTheServiceIsGone() throws Exception {
    try (TcpProxy proxy = new TcpProxy(quipu.uri(0));
        Tab tab = browser.open()) {
      tab.lookLight(1280, 720);
      tab.navigate(proxy.uri().resolve("/#view=watch"));
      await().until(() -> tab.isTrue("document.querySelectorAll('.tile').length === 9"));
      String dot = "document.querySelector('#trouble p')";
      assertThat(tab.isTrue(dot + ".checkVisibility()")).isFalse();
      proxy.cut();
      await().until(() -> tab.text("#trouble p").contains("cannot be reached"));
      Pictures.write("dashboard/wall-lost", tab.picture());
      assertThat(tab.evaluate(dot + ".title")).isEqualTo(tab.text("#trouble p"));
      String box = "JSON.stringify(" + dot + ".getBoundingClientRect())";
      JsonObject seen = new JsonObject((String) tab.evaluate(box));
      assertThat(seen.getDouble("width")).isBetween(8.0, 24.0);
      assertThat(seen.getDouble("height")).isCloseTo(seen.getDouble("width"), within(1.0));
      assertThat(tab.evaluate(CLICKABLE)).isEqualTo("Full screen|Leave");
      assertThat(tab.isTrue(FITS)).isTrue();
    }
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
