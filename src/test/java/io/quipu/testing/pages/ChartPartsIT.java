package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Parts of much on the dashboard: of the time, of several counters, and of many namespaces. */
@Pages
class ChartPartsIT {
  private static final int MOST_NAMESPACES = 500;
  private static final String BARS = "document.querySelector('#window-chart .u-over')";
  private static final String PLOT = "document.querySelector('#window-chart .plot')";

  private static Chromium browser;
  private static RunningQuipu quipu;
  private static SeededCounters seeded;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    browser = chromium;
    quipu = shared.open();
    seeded = new SeededCounters(quipu);
    seeded.create("parts");
    seeded.record("parts", 30, i -> "a");
    seeded.record("parts", 12, i -> "b");
  }

  @Test
  void aPartOfTheTimeIsInTheAddress_goesBack_andCanBeShared() {
    String zoomed;
    try (Tab tab = open("#namespace=parts")) {
      await("the charts").until(() -> tab.isTrue(BARS + " !== null"));
      tab.drag(BARS, 0.5, 0.9);
      await("the part to be in the address").until(() -> address(tab).contains("zoom="));
      await("the part to be shown").until(() -> label(tab).contains("what is shown is from"));
      zoomed = address(tab);
      assertThat(zoomed)
          .as("whoever it is shared with sees the same counter")
          .contains("counter=a")
          .matches(".*zoom=\\d+-\\d+.*");
      String shown = label(tab);

      tab.evaluate("history.back()");
      await("back to lead to all of it").until(() -> !label(tab).contains("what is shown"));
      assertThat(address(tab)).doesNotContain("zoom=");
      tab.evaluate("history.forward()");
      await("forward to lead to the part").until(() -> part(label(tab)).equals(part(shown)));

      tab.evaluate(BARS + ".dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))");
      await("a double click to show all").until(() -> !address(tab).contains("zoom="));
      await().until(() -> !label(tab).contains("what is shown"));
      tab.evaluate("history.back()");
      await().until(() -> label(tab).contains("what is shown"));
      tab.click("document.getElementById('whole')");
      await("a button to show all, without a mouse").until(() -> !address(tab).contains("zoom="));
      assertThat(tab.isTrue("document.getElementById('whole').hidden")).isTrue();
      assertThat(tab.complaints()).isEmpty();
    }
    try (Tab other = open(zoomed)) {
      await("the shared part").until(() -> label(other).contains("what is shown is from"));
      assertThat(address(other)).isEqualTo(zoomed);
      // Another counter has its own course.
      other.click("[...document.querySelectorAll('.row-open')][1]");
      await().until(() -> other.text("#detail-name").equals("b"));
      assertThat(address(other)).doesNotContain("zoom=");
    }
  }

  @Test
  void aNoteStandsInTheChart_forAllWhoLookAtIt() {
    String today = LocalDate.now(ZoneId.systemDefault()).toString();
    try (Tab tab = open("#namespace=parts&range=7d&counter=a")) {
      await("the charts").until(() -> tab.isTrue(BARS + " !== null"));
      keepNote(tab, today, "Moved to <b>Bern</b>");
      await("the note").until(() -> tab.text("#notes").equals(today + " Moved to <b>Bern</b>"));
      tab.evaluate(PLOT + ".focus()");
      tab.evaluate(PLOT + ".dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))");
      await("the day of it").until(() -> readout(tab).endsWith(" \u00b7 Moved to <b>Bern</b>"));
      assertThat(tab.complaints()).isEmpty();
    }
    try (Tab tab = open("#namespace=parts&range=7d&counter=b")) {
      await("the note of the namespace").until(() -> tab.text("#notes").startsWith(today));
      keepNote(tab, today, "");
      await("no note").until(() -> tab.isTrue("document.getElementById('notes').hidden"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static void keepNote(Tab tab, String day, String text) {
    tab.evaluate("document.querySelector('.noting').open = true");
    tab.evaluate("document.querySelector('#note [type=date]').value = '" + day + "'");
    tab.evaluate("document.querySelector('#note [maxlength]').value = '" + text + "'");
    tab.evaluate("document.querySelector('#note').requestSubmit()");
  }

  private static String readout(Tab tab) {
    return tab.text("#window-chart .readout");
  }

  @Test
  void aPartThatIsLongAgoIsShown_whereTheRangeDoesNotReach() {
    long day = 86_400;
    long from = System.currentTimeMillis() / 1_000 - 3 * day;
    String address = "#namespace=parts&zoom=" + from + "-" + (from + day) + "&counter=a";
    try (Tab tab = open(address)) {
      await("the part").until(() -> label(tab).contains("what is shown is from"));
      assertThat(tab.text("#ranges [aria-pressed=true]")).isEqualTo("Hour");
      await().until(() -> tab.text("#window-chart h3").equals("By hour"));
      tab.click("document.querySelector('#ranges button:nth-child(2)')");
      assertThat(tab.complaints()).isEmpty();
    }
    for (String none : new String[] {"5-4", "5-5", "a-b", "-1-5", "1e3-2e3", "5"}) {
      try (Tab tab = open("#namespace=parts&zoom=" + none + "&counter=a")) {
        await("the charts").until(() -> tab.isTrue(BARS + " !== null"));
        assertThat(label(tab)).as(none).doesNotContain("what is shown");
      }
    }
  }

  @Test
  void countersAreDrawnOverEachOther_orStacked() {
    try (Tab tab = open("#namespace=parts&with=b&counter=a")) {
      await("the charts").until(() -> tab.isTrue(BARS + " !== null"));
      assertThat(tab.text(".drawn [aria-pressed=true]")).isEqualTo("Overlaid");
      tab.click("document.querySelector('.drawn [value=stacked]')");
      await().until(() -> address(tab).contains("draw=stacked"));
      assertThat(tab.text(".drawn [aria-pressed=true]")).isEqualTo("Stacked");
      tab.click("document.querySelector('.course summary')");
      await().until(() -> tab.isTrue("document.querySelector('#curve-chart canvas') !== null"));
      tab.evaluate("document.querySelector('#curve-chart .plot').focus()");
      await("what they are together")
          .until(
              () -> {
                tab.press("ArrowRight");
                return tab.text("#curve-chart .readout").endsWith("a: 30 · b: 12 · together 42");
              });
      tab.evaluate("history.back()");
      await().until(() -> tab.text(".drawn [aria-pressed=true]").equals("Overlaid"));
      assertThat(tab.complaints()).isEmpty();
    }
    try (Tab tab = open("#namespace=parts&draw=stacked&counter=a")) {
      await("the charts").until(() -> tab.isTrue(BARS + " !== null"));
      assertThat(tab.isTrue("document.querySelector('.drawn').hidden"))
          .as("one counter is no stack")
          .isTrue();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void saysThatThereAreMoreNamespaces_andFindsThem() {
    for (int i = 0; i < MOST_NAMESPACES + 5; i++) {
      seeded.create("many-%03d".formatted(i));
    }
    seeded.create("zebra");
    try (Tab tab = open("")) {
      await().until(() -> tab.text("#overview-cut").contains("more than 500 namespaces"));
      await("the totals")
          .until(() -> tab.text("#overview-totals").startsWith("500 namespaces and more"));
      tab.evaluate("document.getElementById('namespace-prefix').focus()");
      tab.type("zeb");
      await("the service to find it").until(() -> cards(tab).equals("zebra"));
      await().until(() -> tab.isTrue("document.getElementById('overview-cut').hidden"));
    }
    try (Tab tab = open("#search=many-")) {
      await().until(() -> tab.text("#overview-cut").contains("begin with “many-”"));
      assertThat(tab.complaints()).isEmpty();
    }
    try (Tab tab = open("#search=many-504")) {
      await().until(() -> cards(tab).equals("many-504"));
      assertThat(tab.isTrue("document.getElementById('overview-cut').hidden")).isTrue();
    }
    try (Tab tab = open("#search=many-9")) {
      await().until(() -> tab.text("#overview-none").contains("no such namespace"));
    }
  }

  private static Tab open(String address) {
    Tab tab = browser.open();
    tab.lookLight(1280, 1080);
    tab.navigate(quipu.uri(0).resolve("/" + address));
    await().until(() -> tab.text("#connection-words").equals("Live"));
    return tab;
  }

  private static String address(Tab tab) {
    return (String) tab.evaluate("location.hash");
  }

  private static String label(Tab tab) {
    return (String) tab.evaluate(PLOT + "?.getAttribute('aria-label') ?? ''");
  }

  private static String part(String label) {
    return label.substring(label.indexOf(';') + 1);
  }

  /** The names of the namespaces that are shown, also of those without a card. */
  private static String cards(Tab tab) {
    return (String)
        tab.evaluate(
            "[...document.querySelectorAll('.card h2, .names:not([hidden]) a')]"
                + ".map((one) => one.innerText).join(' ')");
  }
}
