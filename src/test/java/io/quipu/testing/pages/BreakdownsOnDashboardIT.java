package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Breakdowns on the dashboard as rankings, beside a load that is known, and what a click does. */
@Pages
class BreakdownsOnDashboardIT {
  private static final String NAMESPACE = "shown-by-label";
  private static final String TOGETHER =
      "{\"labels\": [\"country\", \"plan\"],"
          + " \"breakdowns\": [[\"country\"], [\"plan\"], [\"country\", \"plan\"]]}";

  private static RunningQuipu quipu;
  private static SeededCounters seeded;
  private static Chromium browser;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    quipu = shared.open();
    seeded = new SeededCounters(quipu);
    browser = chromium;
    seeded.put(NAMESPACE, TOGETHER, 201);
    for (String counter : List.of("orders", "moving")) {
      record(counter, 30, "CH", "free");
      record(counter, 10, "CH", "pro");
      record(counter, 40, "DE", "free");
      record(counter, 5, "DE", "pro");
      record(counter, 15, "", "");
    }
  }

  private static void record(String counter, int events, String country, String plan) {
    record(NAMESPACE, counter, events, new JsonObject().put("country", country).put("plan", plan));
  }

  private static void record(String namespace, String counter, int events, JsonObject labels) {
    String event = new JsonObject().put("labels", labels).encode();
    List<Integer> numbers = IntStream.range(0, events).boxed().toList();
    seeded.recordOf(namespace, counter, Api.array(numbers, i -> event));
  }

  @Test
  void ranksTheValuesOfEachBreakdown_withTheirShares() {
    try (Tab tab = open(NAMESPACE, "counter=orders")) {
      awaitRows(
          tab, "By country", "Germany 45.0 % 45", "Switzerland 40.0 % 40", "(none) 15.0 % 15");
      awaitRows(tab, "By plan", "free 70.0 % 70", "(none) 15.0 % 15", "pro 15.0 % 15");
      awaitRows(
          tab,
          "By country and plan",
          "Germany · free 40.0 % 40",
          "Switzerland · free 30.0 % 30",
          "(none) · (none) 15.0 % 15",
          "Switzerland · pro 10.0 % 10",
          "Germany · pro 5.0 % 5");
      awaitRows(
          tab, "By country", "Germany 45.0 % 45", "Switzerland 40.0 % 40", "(none) 15.0 % 15");
      assertThat(tab.evaluate("document.querySelector('.breakdown li').style.cssText"))
          .as("a bar is as long as its share")
          .isEqualTo("--share: 45%;");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void aClickFilters_theAddressSaysSo_andAnotherTakesItBack() {
    String filtered;
    try (Tab tab = open(NAMESPACE, "counter=orders")) {
      awaitRows(
          tab, "By country", "Germany 45.0 % 45", "Switzerland 40.0 % 40", "(none) 15.0 % 15");
      await("nothing to move the rows")
          .until(() -> tab.text("#window-chart .readout").equals("100 in the last hour"));
      clickRow(tab, "By country", 2);
      awaitFiltered(tab);
      filtered = address(tab);
      assertThat(filtered).contains("where=country%3ACH");

      clickRow(tab, "By plan", 2);
      await().until(() -> tab.text("#detail-count").equals("10"));
      awaitRows(tab, "By country", "Switzerland 66.7 % 10", "Germany 33.3 % 5");
      assertThat(filter(tab)).isEqualTo("country: Switzerland× plan: pro×");
      tab.click("document.querySelector('#filter li:nth-child(2) button')");
      awaitFiltered(tab);

      clickRow(tab, "By country", 2);
      await("a second click").until(() -> tab.text("#detail-count").equals("100"));
      assertThat(address(tab)).doesNotContain("where");
      assertThat(tab.isTrue("document.getElementById('filter').hidden")).isTrue();
      awaitRows(tab, "By plan", "free 70.0 % 70", "(none) 15.0 % 15", "pro 15.0 % 15");
      tab.evaluate("history.back()");
      awaitFiltered(tab);
      assertThat(tab.complaints()).isEmpty();
    }
    try (Tab other = open(NAMESPACE, filtered.substring(filtered.indexOf('&') + 1))) {
      awaitFiltered(other);
      assertThat(other.text("#list .row:has([aria-current]) .row-count"))
          .as("the list is not filtered")
          .isEqualTo("100");
      other.click("document.querySelector('#filter button')");
      await().until(() -> other.text("#detail-count").equals("100"));
      assertThat(other.complaints()).isEmpty();
    }
    try (Tab unknown = open(NAMESPACE, "where=city%3ABern&counter=orders")) {
      await("what makes no sense to be left out")
          .until(() -> unknown.text("#detail-count").equals("100"));
      assertThat(unknown.complaints()).isEmpty();
    }
  }

  /** Of country CH. */
  private static void awaitFiltered(Tab tab) {
    await("the count").until(() -> tab.text("#detail-count").equals("40"));
    await("the chart")
        .until(() -> tab.text("#window-chart .readout").equals("40 in the last hour"));
    awaitRows(tab, "By plan", "free 75.0 % 30", "pro 25.0 % 10");
    awaitRows(tab, "By country", "Germany 45.0 % 45", "Switzerland 40.0 % 40", "(none) 15.0 % 15");
    await().until(() -> tab.text(".breakdown [aria-pressed=true] .value").equals("Switzerland"));
    assertThat(filter(tab)).isEqualTo("country: Switzerland×");
    assertThat(tab.text("#exact-settled").isEmpty()).isFalse();
  }

  @Test
  void movesWithWhatIsCounted_alsoWhatIsFiltered() {
    try (Tab tab = open(NAMESPACE, "where=country%3ACH&counter=moving")) {
      await().until(() -> tab.text("#detail-count").equals("40"));
      awaitRows(tab, "By plan", "free 75.0 % 30", "pro 25.0 % 10");
      record("moving", 20, "CH", "team");
      awaitRows(tab, "By plan", "free 50.0 % 30", "team 33.3 % 20", "pro 16.7 % 10");
      awaitRows(
          tab, "By country", "Switzerland 50.0 % 60", "Germany 37.5 % 45", "(none) 12.5 % 15");
      await().until(() -> tab.text("#detail-count").equals("60"));
      await().until(() -> tab.text("#list").contains("120"));

      tab.click("document.getElementById('recording')");
      await().until(() -> tab.text("#plus-words").contains("with country:CH"));
      tab.click("document.getElementById('detail-plus')");
      await("a click to have the label").until(() -> tab.text("#detail-count").equals("61"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void saysHowManyAreLeft_andShowsMore() {
    seeded.put("shown-by-user", "{\"labels\": [\"user\"]}", 201);
    List<Integer> users = IntStream.range(0, 300).boxed().toList();
    String each = Api.array(users, i -> "{\"labels\": {\"user\": \"user %03d\"}}".formatted(i));
    seeded.recordOf("shown-by-user", "clicks", each);
    try (Tab tab = open("shown-by-user", "counter=clicks")) {
      await().until(() -> rows(tab, "By user").size() == 11);
      assertThat(rows(tab, "By user"))
          .contains("user 000 0.3 % 1")
          .endsWith("290 others 96.7 % 290");
      tab.click("document.querySelector('.breakdown .more button')");
      await().until(() -> rows(tab, "By user").size() == 101);
      assertThat(rows(tab, "By user")).endsWith("200 others 66.7 % 200");
      record("shown-by-user", "clicks", 100, new JsonObject().put("user", "user 299"));
      // rows do not change their places under the pointer
      tab.click("document.getElementById('detail-name')");
      await("what is read, not followed")
          .until(() -> rows(tab, "By user").get(0).equals("user 299 25.3 % 101"));
      tab.click("document.querySelector('.breakdown .more button')");
      await().until(() -> rows(tab, "By user").size() == 300);
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void saysThatLabelsAreNotCountedTogether() {
    seeded.put(
        "shown-apart",
        "{\"labels\": [\"country\", \"plan\"], \"breakdowns\": [[\"country\"], [\"plan\"]]}",
        201);
    record("shown-apart", "a", 3, new JsonObject().put("country", "CH").put("plan", "pro"));
    try (Tab tab = open("shown-apart", "counter=a")) {
      awaitRows(tab, "By plan", "pro 100.0 % 3");
      clickRow(tab, "By country", 1);
      choose(tab, "By plan");
      await().until(() -> tab.text("#breakdowns").contains("Not counted together with country."));
      awaitRows(tab, "By country", "Switzerland 100.0 % 3");
      clickRow(tab, "By country", 1);
      awaitRows(tab, "By plan", "pro 100.0 % 3");
    }
  }

  @Test
  void anyTextIsAValue() {
    seeded.put("shown-odd", TOGETHER, 201);
    List<String> values =
        List.of("<img src=x onerror=alert(1)>", "a,plan:pro", "b\\", "c'd\"e&f=g#h%", "(none)");
    for (int i = 0; i < values.size(); i++) {
      JsonObject labels = new JsonObject().put("country", values.get(i)).put("plan", "x,y\\z");
      record("shown-odd", "a", 10 * (values.size() - i), labels);
    }
    try (Tab tab = open("shown-odd", "counter=a")) {
      for (int i = 0; i < values.size(); i++) {
        int at = i;
        await().until(() -> rows(tab, "By country and plan").size() == values.size());
        clickRow(tab, "By country and plan", i + 1);
        await(values.get(i)).until(() -> filter(tab).contains(values.get(at)));
        String count = String.valueOf(10 * (values.size() - i));
        await(values.get(i)).until(() -> tab.text("#detail-count").equals(count));
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void whereThereAreNone_nothingIsAsked() {
    seeded.create("shown-whole");
    seeded.record("shown-whole", 5, i -> "a");
    try (Tab tab = open("shown-whole", "counter=a")) {
      await().until(() -> tab.text("#window-chart .readout").equals("5 in the last hour"));
      assertThat(tab.isTrue("document.getElementById('breakdowns').hidden")).isTrue();
      assertThat(
              tab.evaluate("performance.getEntriesByType('resource').map(({name}) => name).join()"))
          .asString()
          .contains("/v1/query")
          .doesNotContain("by=", "where=");
    }
  }

  private static Tab open(String namespace, String more) {
    Tab tab = browser.open();
    tab.lookLight(1280, 1600);
    tab.navigate(quipu.uri(0).resolve("/#namespace=" + namespace + "&" + more));
    await().until(() -> tab.text("#connection-words").equals("Live"));
    return tab;
  }

  private static String address(Tab tab) {
    return (String) tab.evaluate("location.hash");
  }

  /** The values by which the page is filtered, with the buttons that take them away. */
  private static String filter(Tab tab) {
    return (String)
        tab.evaluate(
            "[...document.querySelectorAll('#filter li')].map((one) => one.textContent).join(' ')");
  }

  private static String ranking(String title) {
    return "[...document.querySelectorAll('.breakdown')].find("
        + "(one) => one.querySelector('h3').textContent === "
        + Tab.quote(title)
        + ")";
  }

  /** Has one of the rankings shown. */
  private static void choose(Tab tab, String title) {
    tab.evaluate(
        "[...document.querySelectorAll('.tabs [aria-pressed=false]')].find((one) => "
            + Tab.quote(title.replaceFirst("By ", "").replace(" and ", " × "))
            + " === one.textContent)?.click()");
  }

  /** Clicks a row, counted from 1. */
  private static void clickRow(Tab tab, String title, int place) {
    await(title).until(() -> rows(tab, title).size() >= place);
    tab.click(ranking(title) + ".querySelector('li:nth-child(" + place + ") button')");
  }

  private static List<String> rows(Tab tab, String title) {
    choose(tab, title);
    String rows =
        (String)
            tab.evaluate(
                "[..."
                    + ranking(title)
                    + "?.querySelectorAll('li') ?? []].map((row) => ['.value', '.share', '.amount']"
                    + ".map((part) => row.querySelector(part).textContent).join(' ')).join('\\n')");
    return rows.isEmpty() ? List.of() : List.of(rows.split("\n"));
  }

  private static void awaitRows(Tab tab, String title, String... expected) {
    await(title).untilAsserted(() -> assertThat(rows(tab, title)).isEqualTo(List.of(expected)));
  }
}
