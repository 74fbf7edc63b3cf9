package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.quipu.testing.e2e.RunningQuipu;
import io.quipu.testing.e2e.SharedQuipu;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Ranges of the charts, the period before, and what is saved of both, in a zone that is not UTC. A
 * picture that was saved is in {@code target/ranges/}.
 */
@Pages
class RangesOnDashboardIT {
  private static final ZoneId ZONE = ZoneId.of("America/Los_Angeles");
  private static final String NAMESPACE = "ranges";
  private static final int DAYS = 70;

  /** Of the 70th day before today there are so many events, and one less of each day after it. */
  private static final int MOST = 80;

  private static RunningQuipu quipu;
  private static Chromium browser;
  private static SeededCounters seeded;

  @BeforeAll
  static void start(SharedQuipu shared, Chromium chromium) {
    quipu = shared.open();
    browser = chromium;
    seeded = new SeededCounters(quipu);
    seeded.put(NAMESPACE, "{\"lateness\": \"400d\", \"labels\": [\"country\"]}", 201);
    LocalDate today = LocalDate.now(ZONE);
    JsonArray events = new JsonArray();
    for (int ago = 1; ago <= DAYS; ago++) {
      for (int i = 0; i < MOST - DAYS + ago; i++) {
        // near both ends of the day, which in UTC is another
        ZonedDateTime at =
            today.minusDays(ago).atTime(i % 2 == 0 ? 0 : 23, 10 + i % 40).atZone(ZONE);
        events.add(event(at.toInstant(), i % 4 == 0 ? "CH" : "DE"));
      }
    }
    for (int from = 0; from < events.size(); from += 1_000) {
      List<?> some = events.getList().subList(from, Math.min(events.size(), from + 1_000));
      seeded.recordOf(NAMESPACE, "days", new JsonArray(some).encode());
    }
    seeded.recordOf(NAMESPACE, "new", "[{}, {}, {}]");
  }

  private static JsonObject event(Instant time, String country) {
    return new JsonObject()
        .put("time", time.truncatedTo(ChronoUnit.SECONDS).toString())
        .put("labels", new JsonObject().put("country", country));
  }

  @Test
  void daysAreThoseOfTheZone_andUtcIsOneClickAway() {
    try (Tab tab = open("counter=days&range=yesterday")) {
      await("all of yesterday")
          .untilAsserted(() -> assertThat(total(tab)).isEqualTo(of(1, 0) + " yesterday"));
      assertThat(tab.text("#window-chart h3")).isEqualTo("By hour");
      tab.click("document.querySelector('#zones button:last-child')");
      await().until(() -> address(tab).contains("tz=UTC"));
      Instant midnight = Instant.now().truncatedTo(ChronoUnit.DAYS);
      await("the day of UTC")
          .untilAsserted(
              () ->
                  assertThat(total(tab))
                      .isEqualTo(of(midnight.minus(1, ChronoUnit.DAYS), midnight) + " yesterday"));
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void isComparedWithTheDayBefore() {
    try (Tab tab = open("counter=days&range=yesterday")) {
      int change = Math.round(100 * (float) of(1, 0) / of(2, 1) - 100);
      assertThat(change).as("one event of twelve less").isNegative();
      await("the difference")
          .untilAsserted(
              () ->
                  assertThat(difference(tab))
                      .matches("-[0-9.]+ % against the day before \\(" + of(2, 1) + "\\)"));
      assertThat(tab.text("#window-chart .legend")).contains("the day before");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  /**
   * What is not over is compared with as much of what was before, and what has no before with
   * nothing.
   */
  @Test
  void isNotMisledByWhatIsNotOver_orWasEmpty() {
    try (Tab tab = open("counter=days&range=7d")) {
      await("as much of the days before")
          .untilAsserted(
              () ->
                  assertThat(difference(tab))
                      .contains(" % against the same stretch of the 7 days"));
      tab.evaluate("location.hash = '#namespace=ranges&counter=new&range=30d'");
      await().until(() -> total(tab).equals("3 in the last 30 days"));
      tab.evaluate("location.hash = '#namespace=ranges&counter=days&range=yesterday'");
      await().until(() -> difference(tab).contains("the day before"));
      tab.evaluate("location.hash = '#namespace=ranges&counter=new&range=30d'");
      await("what was empty is no measure").until(() -> total(tab).startsWith("3 "));
      assertThat(difference(tab)).isEmpty();
      assertThat(tab.isTrue("document.querySelector('#window-chart .before').hidden")).isTrue();
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void allBeginsWhereThereIsSomething() {
    try (Tab tab = open("counter=days&range=all")) {
      await().until(() -> tab.text("#window-chart h3").equals("By day (America/Los_Angeles)"));
      LocalDate first = LocalDate.now(ZONE).minusDays(DAYS);
      await("the first day").until(() -> total(tab).endsWith(" since " + date(first)));
      assertThat(difference(tab)).as("nothing was before all").isEmpty();
    }
  }

  @Test
  void aCalendarTakesDaysInOrder_whichAreInTheAddress() {
    String last = LocalDate.now(ZONE).minusDays(3).toString();
    String first = LocalDate.now(ZONE).minusDays(5).toString();
    try (Tab tab = open("counter=days&range=7d")) {
      await().until(() -> total(tab).endsWith("in the last 7 days"));
      tab.click("document.querySelector('#ranges button:last-child')");
      pick(tab, last, first);
      assertThat(tab.evaluate("document.querySelector('#days input:invalid').validationMessage"))
          .isEqualTo("The last day must not be before the first.");
      Pictures.write("ranges/calendar", tab.picture());
      tab.click("document.querySelector('#days button')");
      assertThat(address(tab)).contains("range=7d");
      pick(tab, first, last);
      tab.click("document.querySelector('#days button')");
      await().until(() -> address(tab).contains("range=" + first + ".." + last));
      await().until(() -> total(tab).startsWith(of(5, 2) + " from "));
      await("as many days before").until(() -> difference(tab).contains("(" + of(8, 5) + ")"));
      assertThat(tab.complaints()).isEmpty();
    }
    for (String none : List.of(last + ".." + first, "2026-02-30..2026-03-01", "x", "1h..2h")) {
      try (Tab tab = open("counter=days&range=" + none)) {
        await(none).until(() -> tab.text("#ranges [aria-pressed=true]").equals("Hour"));
      }
    }
  }

  private static String date(LocalDate day) {
    return DateTimeFormatter.ofPattern("d MMM uuuu", Locale.UK).format(day);
  }

  private static void pick(Tab tab, String first, String last) {
    tab.evaluate(
        "[%s, %s].forEach((day, i) => { const input = document.querySelectorAll('#days input')[i];"
                .formatted(Tab.quote(first), Tab.quote(last))
            + " input.value = day; input.dispatchEvent(new Event('input', {bubbles: true})) })");
  }

  @Test
  void rankingsAreOfTheRange() {
    try (Tab tab = open("counter=days&range=yesterday")) {
      await("yesterday's")
          .untilAsserted(() -> assertThat(tab.text(".breakdown")).contains("2 values yesterday"));
      long rows =
          ((Number)
                  tab.evaluate(
                      "[...document.querySelectorAll('.breakdown .amount')]"
                          + ".reduce((sum, one) => sum + Number(one.textContent), 0)"))
              .longValue();
      assertThat(rows).isEqualTo(of(1, 0));
    }
  }

  @Test
  void savesWhatIsSeen() {
    try (Tab tab = open("counter=days&range=yesterday")) {
      await().until(() -> total(tab).equals(of(1, 0) + " yesterday"));
      keepWhatIsSaved(tab);
      String csv = save(tab, "csv", "text/csv");
      assertThat(csv.lines().findFirst())
          .as("made for a spreadsheet")
          .hasValue("\"start\",\"end\",\"count\",\"events\",\"settled\"");
      String counts = csv.replace("\"", "");
      assertThat(
              counts.lines().skip(1).mapToLong(row -> Long.parseLong(row.split(",", -1)[2])).sum())
          .isEqualTo(of(1, 0));
      String yesterday = date(LocalDate.now(ZONE).minusDays(1));
      String saved = "ranges days from " + yesterday + " to " + yesterday;
      String svg = save(tab, "svg", "image/svg+xml");
      assertThat(svg).contains(">" + saved + ": By hour<", of(1, 0) + " yesterday");
      assertThat(
              tab.evaluate(
                  "new DOMParser().parseFromString(window.text, 'image/svg+xml')"
                      + ".querySelectorAll('g rect').length"))
          .as("a bar for each hour that has something")
          .isEqualTo(2);
      save(tab, "png", "image/png");
      await().until(() -> tab.isTrue("window.size > 600 && window.data.startsWith('iVBOR')"));
      Pictures.write(
          "ranges/saved", Base64.getDecoder().decode((String) tab.evaluate("window.data")));
      assertThat(tab.evaluate("window.saved")).isEqualTo(saved + ".png");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void savesWhatIsFiltered_andSaysSo() {
    try (Tab tab = open("counter=days&range=yesterday&where=country%3ACH")) {
      await().until(() -> difference(tab).contains("the day before"));
      keepWhatIsSaved(tab);
      String csv = save(tab, "csv", "text/csv").replace("\"", "");
      assertThat(csv.lines().skip(1).mapToLong(row -> Long.parseLong(row.split(",", -1)[2])).sum())
          .as("as many as are shown, and not all of the day")
          .isEqualTo(Long.parseLong(total(tab).replace(" yesterday", "")))
          .isLessThan(of(1, 0));
      assertThat((String) tab.evaluate("window.saved")).startsWith("ranges days country-CH from ");
      assertThat(save(tab, "svg", "image/svg+xml")).contains(">ranges days country:CH from ");
    }
  }

  private static void keepWhatIsSaved(Tab tab) {
    tab.evaluate(
        "HTMLAnchorElement.prototype.click = function () { window.saved = this.download };"
            + " URL.createObjectURL = async (blob) => {"
            + " window.text = await blob.text();"
            + " window.size = blob.type === 'image/png' ? (await createImageBitmap(blob)).width : 0;"
            + " const reader = new FileReader();"
            + " reader.onload = () => (window.data = reader.result.split(',')[1]);"
            + " reader.readAsDataURL(blob); window.kind = blob.type }");
  }

  private static String save(Tab tab, String as, String kind) {
    tab.click("document.querySelector('#save [value=" + as + "]')");
    await(as).until(() -> tab.isTrue("window.kind === '" + kind + "'"));
    return (String) tab.evaluate("window.text");
  }

  /** Events from a day so long ago until another, of the zone. */
  private static long of(int from, int to) {
    LocalDate today = LocalDate.now(ZONE);
    return of(
        today.minusDays(from).atStartOfDay(ZONE).toInstant(),
        today.minusDays(to).atStartOfDay(ZONE).toInstant());
  }

  private static long of(Instant from, Instant to) {
    return quipu
        .api(0)
        .get(Api.path(NAMESPACE, "days") + "/total?from=" + from + "&to=" + to)
        .expect(200)
        .json()
        .getLong("count");
  }

  private static Tab open(String address) {
    Tab tab = browser.open();
    tab.lookLight(1280, 1400);
    tab.liveIn(ZONE.getId());
    tab.navigate(quipu.uri(0).resolve("/#namespace=" + NAMESPACE + "&" + address));
    await("the page to be live").until(() -> tab.text("#connection-words").equals("Live"));
    return tab;
  }

  private static String address(Tab tab) {
    return (String) tab.evaluate("location.hash");
  }

  private static String total(Tab tab) {
    return tab.text("#range-total p strong") + " " + tab.text("#range-total p > span");
  }

  private static String difference(Tab tab) {
    return tab.isTrue("document.querySelector('.difference').hidden")
        ? ""
        : tab.text(".difference").replaceAll("\\s+", " ").strip();
  }
}
