package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.dev.Thorough;
import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What the dashboard looks like, at three widths, light and dark, with nothing and with much:
 * pictures to look at are in {@code target/dashboard/}.
 */
@Thorough
@Pages
class DashboardLooksIT {
  private static final String LONG = "x".repeat(512);

  private static final Map<String, String> ADDRESSES =
      Map.ofEntries(
          Map.entry("overview", ""),
          Map.entry("wall", "#view=watch"),
          Map.entry("wall-of-one", "#namespace=odd&view=watch"),
          Map.entry("forty", "#namespace=forty"),
          Map.entry("many", "#namespace=many"),
          Map.entry("nothing", "#namespace=empty"),
          Map.entry("missing", "#namespace=missing"),
          Map.entry("names", "#namespace=odd&counter=" + LONG),
          Map.entry("beyond", "#namespace=odd&counter=beyond+2%5E63"),
          Map.entry("labels", "#namespace=shop&where=plan%3Apro&counter=orders"),
          Map.entry("days", "#namespace=visitors&counter=home"),
          Map.entry("watch", "#namespace=odd&view=watch&counter=beyond+2%5E63"));

  private static final String BROKEN_DOWN =
      "{\"labels\": [\"country\", \"plan\"],"
          + " \"breakdowns\": [[\"country\"], [\"plan\"], [\"country\", \"plan\"]]}";

  private static final List<String> COUNTRIES =
      List.of(
          "CH", "DE", "", "y".repeat(200), "word ".repeat(30), "<b>", "7", "8", "9", "10", "11");

  private static final String DAILY =
      "{\"kind\": \"sketch\", \"state\": \"distinct\", \"windows\": [\"hour\", \"day\"]}";

  private static final String CUT =
      "[...document.querySelectorAll('.row-count')].some((one) => one.checkVisibility()"
          + " && one.getBoundingClientRect().right"
          + " > one.closest('.card, .row, .tile').getBoundingClientRect().right)";

  private static final String FILLED =
      "document.querySelector('#connection-words').textContent === 'Live'"
          + " && ![...document.querySelectorAll('.card-totals, .row-count, #detail-count')]"
          + ".some((e) => e.checkVisibility() && e.textContent === '\u2026')"
          + " && document.querySelector('#breakdowns:not([hidden]) .ranking:empty') === null"
          + " && (document.querySelector('.card li, .tile .bar') !== null"
          // a phone shows the list alone
          + " || document.querySelector('.row')?.checkVisibility() && innerWidth < 600"
          + " || document.querySelector('#window-chart canvas') !== null"
          + " || !document.getElementById('empty').hidden)";

  @Test
  void fitsTheWindow_howeverWideThatIs_andLargeTheRest(TestCassandra cassandra, Chromium browser)
      throws IOException {
    try (RunningQuipu quipu =
        RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"))) {
      SeededCounters seeded = new SeededCounters(quipu);
      for (String namespace : new String[] {"many", "odd", "forty", "empty"}) {
        seeded.create(namespace);
      }
      seeded.record("many", 10_000, i -> "item/%05d".formatted(i));
      seeded.record("forty", 40, i -> "page " + i);
      seeded.record("odd", 1, i -> LONG);
      seeded.record("odd", 1, i -> "word ".repeat(100));
      seeded.record("odd", 1, i -> "<img src=x onerror=alert(1)>");
      seeded.recordBeyond64Bits("odd", "beyond 2^63");
      seeded.put("shop", BROKEN_DOWN, 201);
      seeded.recordLabels("shop", "orders", 900, COUNTRIES);
      seeded.put("visitors", DAILY, 201);
      seeded.recordOf(
          "visitors",
          "home",
          Api.array(IntStream.range(0, 900).boxed().toList(), i -> "{\"value\": " + i + "}"));
      for (Map.Entry<String, String> shown : ADDRESSES.entrySet()) {
        for (int width : new int[] {390, 1280, 1920}) {
          for (String scheme : new String[] {"light", "dark"}) {
            look(browser, quipu, shown, scheme, width);
          }
        }
      }
      lookWithoutService(browser, quipu);
    }
  }

  private static void lookWithoutService(Chromium browser, RunningQuipu quipu) throws IOException {
    try (TcpProxy proxy = new TcpProxy(quipu.uri(0));
        Tab tab = browser.open()) {
      tab.look("light", 1280, 1080);
      tab.navigate(proxy.uri().resolve("/#namespace=forty"));
      await().until(() -> tab.isTrue(FILLED));
      proxy.cut();
      await().until(() -> tab.text("#connection-words").equals("Not connected"));
      await().until(() -> tab.text("#trouble").contains("cannot be reached"));
      Pictures.write("dashboard/lost", tab.picture());
    }
  }

  private static void look(
      Chromium browser,
      RunningQuipu quipu,
      Map.Entry<String, String> shown,
      String scheme,
      int width) {
    String name = shown.getKey() + "-" + width + "-" + scheme;
    try (Tab tab = browser.open()) {
      tab.look(scheme, width, width == 390 ? 844 : 1080);
      tab.navigate(quipu.uri(0).resolve("/" + shown.getValue()));
      boolean hasNothing = List.of("nothing", "missing").contains(shown.getKey());
      await(name)
          .until(
              () ->
                  tab.isTrue(FILLED)
                      && tab.isTrue("document.getElementById('empty').hidden") != hasNothing);
      Pictures.write("dashboard/" + name, tab.picture());
      assertThat(tab.isTrue("document.documentElement.scrollWidth <= innerWidth"))
          .as(name + " is no wider than the window")
          .isTrue();
      assertThat(tab.isTrue(CUT)).as(name + " shows a part of a count").isFalse();
      // That a namespace is missing is a complaint of the browser.
      assertThat(tab.complaints().stream().filter(text -> !text.contains("404"))).isEmpty();
    }
  }
}
