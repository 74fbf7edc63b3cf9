package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.dev.TestCassandra;
import io.quipu.testing.e2e.RunningQuipu;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All namespaces, one of them, and one counter, as somebody who watches them sees them. */
@Pages
class DashboardViewsIT {
  private static final int MANY = 10_000;
  private static final String LITERAL = "<img src=x onerror=alert(1)>";

  private static RunningQuipu quipu;
  private static Chromium browser;
  private static SeededCounters seeded;

  @BeforeAll
  static void start(TestCassandra cassandra, Chromium chromium) {
    quipu = RunningQuipu.start(1, cassandra, Map.of("QUIPU_CHECKPOINT_PERIOD", "100ms"));
    browser = chromium;
    seeded = new SeededCounters(quipu);
    for (String namespace :
        List.of("votes", "many", "odd", "forty", "empty", "burst", "told", "past")) {
      seeded.create(namespace);
    }
    seeded.record("votes", 3, i -> "back in black");
    seeded.record("votes", 1, i -> "hells bells");
    seeded.record("many", MANY, i -> "item/%05d".formatted(i));
    seeded.record("forty", 40, i -> "page " + i);
    seeded.record("odd", 1, i -> LITERAL);
    seeded.recordBeyond64Bits("odd", "beyond 2^63");
  }

  @AfterAll
  static void stop() {
    quipu.close();
  }

  @Test
  void opensOnAllNamespaces_andLeadsToACounter_andBack() {
    try (Tab tab = open("")) {
      await().until(() -> texts(tab, ".card h2").contains("votes"));
      assertThat(texts(tab, ".card h2")).contains("forty", "many", "odd");
      await().until(() -> texts(tab, "#overview-empty a").startsWith("default|empty"));
      await().until(() -> card(tab, "votes").contains("back in black"));
      await().until(() -> card(tab, "votes").contains("2 counters"));
      seeded.record("votes", 1, i -> "thunderstruck");
      await("a new counter to appear").until(() -> card(tab, "votes").contains("thunderstruck"));

      tab.click("document.querySelector('.card h2 a[href*=votes]')");
      await().until(() -> tab.text("#list").contains("hells bells"));
      tab.click(row("hells bells"));
      await().until(() -> tab.text("#detail-name").equals("hells bells"));
      assertThat(address(tab)).contains("namespace=votes", "counter=hells+bells");
      tab.evaluate("history.back()");
      await().until(() -> !address(tab).contains("counter="));
      tab.evaluate("history.back()");
      await().until(() -> tab.isTrue("!document.getElementById('overview').hidden"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /** Whatever it shows of all is of all of them. */
  @Test
  void saysHowMuchIsGoingOn_inAll_andShowsNoPartOfATotal() {
    try (Tab tab = open("")) {
      await()
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                String totals = tab.text("#overview-totals");
                assertThat(totals).matches("|[0-9]+ namespaces|[0-9]+ namespaces .* 10,.*");
                return totals.contains("counters");
              });
      seeded.record("votes", 600, i -> "back in black");
      await().until(() -> tab.text("#overview-rate").matches("[0-9.,]+"));
      await().until(() -> !tab.text("#overview-rate").equals("0"));
      await()
          .until(() -> tab.text("#overview-totals").matches("9 namespaces .* 10,0.* counters .*"));
    }
  }

  /** Many at once are no more than there were in a minute. */
  @Test
  void saysHowMuchIsGoingOn_overAMinute() {
    seeded.record("burst", 600, i -> "back in black");
    try (Tab tab = open("#search=burst")) {
      await().until(() -> !rateOf(tab, "burst").isEmpty() && !rateOf(tab, "burst").equals("0"));
      assertThat(Double.parseDouble(rateOf(tab, "burst"))).isBetween(0.1, 10.1);
    }
  }

  private static String rateOf(Tab tab, String namespace) {
    String found =
        "[...document.querySelectorAll('.card')].find((card) => card.querySelector('h2')"
            + ".textContent.trim() === "
            + Tab.quote(namespace)
            + ")?.querySelector('.card-rate').textContent ?? ''";
    return ((String) tab.evaluate(found)).replace("/s", "").replace(",", "");
  }

  @Test
  void saysThatASearchFindsNothing() {
    try (Tab tab = open("#search=nothing-is-named-so")) {
      await().until(() -> tab.isTrue("!document.getElementById('overview-none').hidden"));
    }
    for (String namespace : List.of("votes", "many")) {
      try (Tab tab = open("#namespace=" + namespace + "&search=nothing-is-named-so")) {
        await()
            .until(
                () ->
                    tab.text("#empty")
                        .startsWith("No counter has “nothing-is-named-so” in its name."));
        assertThat(rows(tab)).isZero();
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }

  /** Where it is another day than in UTC, too. */
  @Test
  void namesDays_asThoseOfTheBrowser_orOfUtc() {
    try (Tab tab = browser.open()) {
      tab.liveIn("America/Los_Angeles");
      go(tab, "#namespace=votes&counter=back+in+black&range=30d");
      await().until(() -> tab.text("#window-chart h3").equals("By day (America/Los_Angeles)"));
      requireLastDay(tab, ZoneId.of("America/Los_Angeles"), "");
      assertThat(texts(tab, "#zones button")).isEqualTo("America/Los Angeles|UTC");
      tab.click("document.querySelector('#zones button:last-child')");
      await().until(() -> tab.text("#window-chart h3").equals("By day (UTC)"));
      requireLastDay(tab, ZoneOffset.UTC, " UTC");
      assertThat(address(tab)).contains("tz=UTC");
      tab.click("document.querySelector('#zones button')");
      await().until(() -> tab.text("#window-chart h3").equals("By day (America/Los_Angeles)"));
      // the months of three years are those of the zone, too
      tab.evaluate(
          "location.hash = '#namespace=votes&counter=back+in+black&range=2023-01-01..2025-12-31'");
      await().until(() -> tab.text("#window-chart h3").equals("By month (America/Los_Angeles)"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  private static void requireLastDay(Tab tab, ZoneId zone, String more) {
    tab.evaluate("document.querySelector('#window-chart .plot').focus()");
    tab.press("ArrowLeft");
    String day =
        DateTimeFormatter.ofPattern("d MMM uuuu", Locale.UK).format(LocalDate.now(zone)) + more;
    await().until(() -> tab.text("#window-chart .readout").startsWith(day + " · "));
  }

  @Test
  void narrowsNamespaces_byWhatIsInTheirNames() {
    try (Tab tab = open("#search=ote")) {
      await().until(() -> texts(tab, ".card h2").equals("votes"));
      assertThat(tab.evaluate("document.getElementById('namespace-prefix').value"))
          .isEqualTo("ote");
    }
  }

  @Test
  void keepsInItsAddress_whatItShows() {
    String address = "#namespace=many&search=item%2F012&order=name&range=7d&counter=item%2F01234";
    try (Tab tab = open(address)) {
      await().until(() -> tab.text("#detail-name").equals("item/01234"));
      await().until(() -> rows(tab) == 100);
      assertThat(texts(tab, ".row-name")).startsWith("item/01200").doesNotContain("item/01300");
      assertThat(texts(tab, "#counters [aria-pressed=true]")).isEqualTo("Name");
      assertThat(texts(tab, "#ranges [aria-pressed=true]")).isEqualTo("7 days");
      tab.click("document.querySelector('#ranges button')");
      await().until(() -> address(tab).contains("range=5m"));
      tab.evaluate("history.back()");
      await().until(() -> texts(tab, "#ranges [aria-pressed=true]").equals("7 days"));
      assertThat(address(tab)).isEqualTo(address);
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void showsTenThousandCounters_aHundredAtATime() {
    // How many there are is known once the largest were asked for.
    try (Tab tab = open("#namespace=many")) {
      await().until(() -> tab.text("#list-total").equals("100 of 10,000 counters"));
      tab.evaluate("location.hash = '#namespace=many&order=name'");
      await().until(() -> texts(tab, ".row-name").startsWith("item/00000"));
      await().until(() -> tab.text("#list-total").equals("100 of 10,000 counters"));
      assertThat(texts(tab, ".row-name")).startsWith("item/00000");
      tab.click("document.getElementById('page-after')");
      await().until(() -> texts(tab, ".row-name").startsWith("item/00100"));
      assertThat(rows(tab)).isEqualTo(100);
      tab.click("document.getElementById('page-before')");
      await().until(() -> texts(tab, ".row-name").startsWith("item/00000"));

      tab.click("document.getElementById('counter-name')");
      tab.type("item/0999");
      await().until(() -> tab.text("#list-total").equals("10 counters"));
      assertThat(texts(tab, ".row-name")).startsWith("item/09990");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void isToldOfNewCounters_andOfCounts_andAsksForNeither() {
    seeded.record("told", 1, i -> "first");
    seeded.awaitListed("told", 1);
    try (Tab tab = open("#namespace=told")) {
      await().until(() -> tab.text("#detail-count").equals("1"));
      await().until(() -> tab.text("#exact-tail").equals("0 in 0 events"));
      // The settings, the list, the list again when the live connection is open, and the count.
      await().until(() -> requests(tab).size() >= 4);
      List<String> before = requests(tab);
      for (int i = 2; i <= 20; i++) {
        seeded.record("told", 1, any -> "second");
        String count = Integer.toString(i - 1);
        await().until(() -> count(tab, "second").equals(count));
      }
      assertThat(requests(tab)).isEqualTo(before);
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void itsListIsOneStopForTheTabKey_andArrowsMoveWithin() {
    try (Tab tab = open("#namespace=forty&order=name")) {
      await().until(() -> rows(tab) == 40);
      assertThat(
              number(tab, "[...document.querySelectorAll('#list *')].filter(e => e.tabIndex >= 0)"))
          .isEqualTo(1);
      tab.evaluate("document.querySelector('#list [tabindex=\"0\"]').focus()");
      tab.press("End");
      assertThat(tab.text(":focus")).startsWith("page 9");
      tab.press("ArrowUp");
      assertThat(tab.text(":focus")).startsWith("page 8");
      assertThat(
              number(tab, "[...document.querySelectorAll('#list *')].filter(e => e.tabIndex >= 0)"))
          .isEqualTo(1);
    }
  }

  @Test
  void showsWhatWasCountedBefore_atOnce_andGoesOn() {
    seeded.record("past", 5, i -> "a");
    seeded.record("past", 2, i -> LITERAL);
    seeded.awaitListed("past", 2);
    try (Tab tab = open("#namespace=past&counter=a&range=5m")) {
      await().until(() -> tab.text("#window-chart .readout").equals("5 in the last 5 minutes"));
      Map<String, String> words =
          Map.of("Hour", "hour", "7 days", "7 days", "30 days", "30 days", "5 min", "5 minutes");
      for (String range : List.of("Hour", "7 days", "30 days", "5 min")) {
        tab.click(
            "[...document.querySelectorAll('#ranges button')].find((button) =>"
                + " button.textContent === '"
                + range
                + "')");
        String said = "5 in the last " + words.get(range);
        await().until(() -> tab.text("#window-chart .readout").equals(said));
        assertThat(number(tab, "document.querySelectorAll('.chart canvas')")).isEqualTo(2);
      }
    }
    try (Tab tab = open("#namespace=past&counter=a&range=all")) {
      await().until(() -> tab.text("#window-chart .readout").startsWith("5 since "));
      seeded.record("past", 1, i -> "a");
      await().until(() -> tab.text("#window-chart .readout").startsWith("6 since "));

      tab.evaluate("document.querySelector('#window-chart .plot').focus()");
      tab.press("ArrowLeft");
      assertThat(tab.text("#window-chart .readout")).matches(".+ \u00b7 [0-9,]+.*");

      tab.evaluate("document.getElementById('compare-name').focus()");
      tab.type(LITERAL);
      tab.press("Enter");
      await().until(() -> texts(tab, ".compared bdi").equals("a|" + LITERAL));
      assertThat(address(tab)).contains("with=");
      await().until(() -> tab.text("#window-chart .readout").startsWith("6 of a since "));
      assertThat(number(tab, "document.querySelectorAll('main img')")).isZero();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void showsOneCounterLargely_toThoseWhoOnlyLook() {
    try (Tab tab = open("#namespace=votes&view=watch&counter=hells+bells")) {
      tab.lookLight(1920, 1080);
      await().until(() -> tab.text("#detail-count").equals("1"));
      String size =
          "parseFloat(getComputedStyle(document.getElementById('detail-count')).fontSize)";
      assertThat(((Number) tab.evaluate(size)).doubleValue()).isGreaterThan(200);
      assertThat(tab.isTrue("document.getElementById('counters').checkVisibility()")).isFalse();
      tab.press("Escape");
      await().until(() -> tab.isTrue("document.getElementById('counters').checkVisibility()"));
      assertThat(address(tab)).doesNotContain("view=");
    }
  }

  @Test
  void neverRoundsWhatIsBeyond64Bits() {
    try (Tab tab = open("#namespace=odd&counter=beyond+2%5E63")) {
      await().until(() -> tab.text("#detail-count").equals("9,999,999,999,999,999,990"));
      await()
          .until(() -> tab.text("#window-chart .readout").startsWith("9,999,999,999,999,999,990 "));
      assertThat(tab.text("#exact-settled")).startsWith("9,999,999,999,999,999,990 ");
    }
  }

  private static Tab open(String address) {
    Tab tab = browser.open();
    go(tab, address);
    return tab;
  }

  private static void go(Tab tab, String address) {
    tab.navigate(quipu.uri(0).resolve("/" + address));
    await("the page to be live").until(() -> tab.text("#connection-words").equals("Live"));
  }

  private static String address(Tab tab) {
    return (String) tab.evaluate("location.hash");
  }

  private static long rows(Tab tab) {
    return number(tab, "document.querySelectorAll('.row')");
  }

  /** What the tab has asked for, but for windows and their totals, which it asks for together. */
  private static List<String> requests(Tab tab) {
    String all =
        (String)
            tab.evaluate(
                "performance.getEntriesByType('resource').map(({name}) => name).filter((name) =>"
                    + " name.includes('/v1/') && !name.endsWith('/v1/query')).join(' ')");
    return List.of(all.split(" "));
  }

  private static long number(Tab tab, String list) {
    return ((Number) tab.evaluate("(" + list + ").length")).longValue();
  }

  private static String texts(Tab tab, String selector) {
    return (String)
        tab.evaluate(
            "[...document.querySelectorAll("
                + Tab.quote(selector)
                + ")].map((e) => e.textContent).join('|')");
  }

  private static String card(Tab tab, String namespace) {
    return (String)
        tab.evaluate(
            "[...document.querySelectorAll('.card')].find((card) =>"
                + " card.querySelector('h2').textContent === "
                + Tab.quote(namespace)
                + ")?.textContent ?? ''");
  }

  private static String row(String counter) {
    return "[...document.querySelectorAll('.row-open')].find((row) =>"
        + " row.querySelector('.row-name').textContent === "
        + Tab.quote(counter)
        + ")";
  }

  private static String count(Tab tab, String counter) {
    return (String) tab.evaluate(row(counter) + "?.querySelector('.row-count').textContent ?? ''");
  }
}
