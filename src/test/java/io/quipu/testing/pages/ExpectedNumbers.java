package io.quipu.testing.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quipu.testing.e2e.Api;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers that the page of a counter should show in a zone: those of the API, which are held
 * against what was sent.
 */
record ExpectedNumbers(Api api, ZoneId zone, SentEvents sent, Instant now) {
  private static final ZoneId UTC = ZoneId.of("UTC");

  ExpectedNumbers ofUtc() {
    return new ExpectedNumbers(api, UTC, sent, now);
  }

  View of(String kind, String range, String country) {
    return new View(this, kind, range, country);
  }

  private LocalDate today() {
    return LocalDate.now(zone);
  }

  private LocalDate chosen(int day) {
    return SentEvents.firstChosen(zone, now).plusDays(day);
  }

  /** A counter of a kind over a range, perhaps only what has a country. */
  record View(ExpectedNumbers all, String kind, String range, String country) {
    @Override
    public String toString() {
      return kind + ", " + range + (country.isEmpty() ? "" : ", " + country);
    }

    String address() {
      String days = all.chosen(0) + ".." + all.chosen(2);
      return "#namespace=numbers-"
          + kind
          + "&range="
          + (range.equals("days") ? days : range)
          + (country.isEmpty() ? "" : "&where=country%3A" + country)
          + "&counter=site";
    }

    String button() {
      return range.equals("days") ? days() : RangeWords.button(range);
    }

    private String days() {
      return RangeWords.days(all.chosen(0), all.chosen(2));
    }

    private boolean isSketch() {
      return kind.equals("sum") || kind.equals("distinct");
    }

    private boolean isTimed() {
      return List.of("event", "unique", "kept").contains(kind);
    }

    private SentEvents sent() {
      return country.isEmpty() ? all.sent : all.sent.where(one -> one.country().equals(country));
    }

    JsonObject read(String what, String more) {
      String where = country.isEmpty() ? "" : "&where=country:" + country;
      String query = ("?" + more + where).replace("?&", "?");
      String path = Api.path("numbers-" + kind, "site") + what;
      return all.api.get(query.equals("?") ? path : path + query).expect(200).json();
    }

    String span() {
      String tz = "&tz=" + URLEncoder.encode(all.zone.getId(), StandardCharsets.UTF_8);
      return switch (range) {
            case "1h" -> "from=-59m";
            case "days" -> "from=" + all.chosen(0) + "&to=" + all.chosen(3);
            default -> "range=" + range;
          }
          + tz;
    }

    /** Compares the page with the API, and the API with what was sent. */
    void check(Tab tab) {
      JsonObject total = read("/total", span() + (range.equals("all") ? "" : "&compare=previous"));
      JsonObject count = read("", "");
      checkWhole(total);
      JsonObject previous = total.getJsonObject("previous");
      if (previous != null) {
        checkSent(previous);
      }
      if (!range.equals("1h") && !range.equals("all")) {
        checkBegin(total, previous);
      }
      String granularity = granularity(tab);
      JsonArray windows = windows(range.equals("all") ? begun() : span(), granularity);
      Map<String, List<String>> expected = new LinkedHashMap<>();
      String shown = tab.text("#ranges [aria-pressed=true]");
      if (shown.matches(".*\\d.*")) {
        Object own = tab.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
        boolean isOther =
            tab.text("#zones [aria-pressed=true]").equals("UTC") && !own.equals("UTC");
        expect(expected, "time-words", shown + (isOther ? " · UTC" : ""));
      }
      String whole =
          text(
              kind.equals("linear") || kind.equals("latest")
                  ? read("", "")
                  : all.api.get(Api.path("numbers-" + kind, "site")).expect(200).json());
      expect(expected, "list row-count", whole);
      expect(expected, "list-total", "1 counter");
      expect(expected, "detail-count", text(count));
      expect(expected, "detail-facts", facts(count));
      expect(expected, "range-total strong", text(total));
      String words = words(windows);
      String change = kind.equals("latest") ? "change " : "";
      expect(expected, "range-total span", isSketch() ? sketchWords(total, words) : change + words);
      boolean isEmpty = previous == null || number(previous.getValue("events")) == 0;
      if (!isEmpty) {
        double now = size(total);
        double before = size(previous);
        boolean isPart = before > 0 && now >= 0;
        expect(expected, "range-total b", isPart ? percent(now / before - 1) : text(previous));
        expect(
            expected,
            "range-total span",
            isPart
                ? "against " + RangeWords.before(range) + " (" + text(previous) + ")"
                : "in " + RangeWords.before(range));
        expect(expected, "window-chart span", RangeWords.before(range));
      }
      expect(expected, "curve-chart readout", "0 events per second");
      expect(expected, "window-chart readout", bounded(total) + " " + change + words);
      if (isTimed()) {
        expectRanking(expected, range.equals("all") ? "" : " " + words);
      }
      if (!isSketch()) {
        JsonObject settled = count.getJsonObject("settled");
        JsonObject tail = count.getJsonObject("tail");
        expect(expected, "exact-settled", part(settled));
        expect(expected, "exact-tail", part(tail));
      }
      if (kind.equals("linear")) {
        expect(expected, "quota dd", "12 of 1,000", "988");
      }
      expected.values().removeIf(List::isEmpty);
      tab.evaluate(
          "document.querySelectorAll('.exact, .course').forEach((one) => one.open = true)");
      await().until(() -> !tab.text("#curve-chart .readout").isEmpty());
      Map<String, List<String>> found = NumbersOnPage.of(tab);
      found
          .getOrDefault("announcer", List.of())
          .forEach(said -> assertThat(said).matches("site: [0-9,]+"));
      found.remove("announcer");
      if (!isSketch()) {
        List<String> until = found.remove("exact-until");
        if (until != null) {
          assertThat(until.get(0)).matches("\\d\\d:\\d\\d:\\d\\d[.]\\d\\d\\d");
        }
      }
      assertThat(found).isEqualTo(expected);
      checkWindows(
          tab, granularity, windows, isEmpty ? new JsonArray() : before(previous, granularity));
    }

    private void expectRanking(Map<String, List<String>> expected, String words) {
      String path = Api.path("numbers-" + kind, "site") + "/total?by=country&" + span();
      JsonArray series = all.api.get(path).expect(200).json().getJsonArray("series");
      List<JsonObject> some =
          series.stream()
              .map(JsonObject.class::cast)
              .filter(one -> number(one.getValue("events")) > 0)
              .toList();
      long whole = some.stream().mapToLong(one -> number(one.getValue("count"))).sum();
      expect(
          expected,
          "breakdowns readout",
          some.isEmpty()
              ? "none"
              : some.size() == 1 ? "1 value" + words : some.size() + " values" + words);
      for (JsonObject one : some) {
        long count = number(one.getValue("count"));
        String of = one.getJsonObject("labels").getString("country");
        assertThat(count)
            .as(of)
            .isEqualTo(in(one, all.sent.where(event -> event.country().equals(of))).count());
        BigDecimal share =
            BigDecimal.valueOf(100.0 * count / whole).setScale(1, RoundingMode.HALF_UP);
        expect(expected, "breakdowns share", share + " %");
        expect(expected, "breakdowns amount", "%,d".formatted(count));
      }
    }

    /** What was sent in the range of an answer. */
    private SentEvents in(JsonObject answer, SentEvents events) {
      return events.between(
          time(answer, answer.containsKey("from") ? "from" : "start"),
          time(answer, answer.containsKey("to") ? "to" : "end"));
    }

    void checkSent(JsonObject answer) {
      if (isTimed()) {
        assertThat(number(answer.getValue("count")))
            .as("%s", answer)
            .isEqualTo(in(answer, sent()).count());
      }
    }

    /** All that was sent without a time lies in the ranges that are looked at. */
    private void checkWhole(JsonObject total) {
      switch (kind) {
        case "latest" -> assertThat(number(total.getValue("count"))).isEqualTo(1_500);
        case "linear" -> assertThat(number(total.getValue("count"))).isEqualTo(12);
        case "sum" -> assertThat(total.getDouble("estimate")).isEqualTo((double) all.sent.count());
        case "distinct" -> {
          long values = all.sent.all().stream().map(SentEvents.Sent::delta).distinct().count();
          assertThat((double) values).isBetween(total.getDouble("lower"), total.getDouble("upper"));
        }
        default -> checkSent(total);
      }
    }

    private void checkBegin(JsonObject total, JsonObject previous) {
      LocalDate today = all.today();
      LocalDate month = today.withDayOfMonth(1);
      LocalDate year = today.withDayOfYear(1);
      LocalDate[] days =
          switch (range) {
            case "today" -> new LocalDate[] {today, today.minusDays(1)};
            case "yesterday" -> new LocalDate[] {today.minusDays(1), today.minusDays(2)};
            case "7d" -> new LocalDate[] {today.minusDays(6), today.minusDays(13)};
            case "30d" -> new LocalDate[] {today.minusDays(29), today.minusDays(59)};
            case "month" -> new LocalDate[] {month, month.minusMonths(1)};
            case "year" -> new LocalDate[] {year, year.minusYears(1)};
            default -> new LocalDate[] {all.chosen(0), all.chosen(-3)};
          };
      assertThat(time(total, "from")).isEqualTo(begin(days[0]));
      if (kind.equals("kept")) {
        assertThat(previous).as("the hours of the part of a day are not kept").isNull();
        return;
      }
      assertThat(time(previous, "from")).isEqualTo(begin(days[1]));
      if (range.equals("yesterday") || range.equals("days")) {
        Instant end = begin(range.equals("days") ? all.chosen(3) : today);
        assertThat(time(total, "to")).isEqualTo(end);
        assertThat(time(previous, "to")).isEqualTo(begin(days[0]));
      }
    }

    private Instant begin(LocalDate day) {
      return day.atStartOfDay(all.zone).toInstant();
    }

    private String granularity(Tab tab) {
      String heading = tab.text("#window-chart h3");
      String granularity = heading.replaceAll("By | \\(.*", "");
      if (!List.of("hour", "minute").contains(granularity)) {
        Object own = tab.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone");
        Object zone = all.zone.equals(UTC) ? "UTC" : own;
        assertThat(heading).isEqualTo("By %s (%s)", granularity, zone);
      }
      return granularity;
    }

    private JsonArray windows(String span, String granularity) {
      return read("/windows", "granularity=" + granularity + "&" + span).getJsonArray("windows");
    }

    /** The time from the first month that has something: of all time only months are few enough. */
    private String begun() {
      JsonArray months = windows(span(), "month");
      return "from="
          + time(months.getJsonObject(begun(months)), "start")
          + span().replace("range=all", "");
    }

    private JsonArray before(JsonObject previous, String granularity) {
      return windows(
          "from=%s&to=%s&tz=%s"
              .formatted(
                  time(previous, "from"),
                  time(previous, "to"),
                  URLEncoder.encode(all.zone.getId(), StandardCharsets.UTF_8)),
          granularity);
    }

    private void checkWindows(Tab tab, String granularity, JsonArray windows, JsonArray before) {
      int begun = range.equals("all") ? begun(windows) : 0;
      Duration whole =
          Duration.between(
              time(windows.getJsonObject(begun), "start"),
              time(windows.getJsonObject(windows.size() - 1), "end"));
      List<String> found = NumbersOnPage.windows(tab, windows.size() - begun);
      List<String> expected = new ArrayList<>();
      for (int i = begun; i < windows.size(); i++) {
        JsonObject window = windows.getJsonObject(i);
        checkSent(window);
        String open = window.getBoolean("settled") ? "" : ", may still grow";
        OffsetDateTime start = OffsetDateTime.parse(window.getString("start"));
        String label = RangeWords.window(start, granularity, whole);
        expected.add(
            label
                + (all.zone.equals(UTC) ? " UTC · " : " · ")
                + shown(window)
                + open
                + (i < before.size() ? before(before.getJsonObject(i)) : ""));
      }
      assertThat(found).isEqualTo(expected);
    }

    private String before(JsonObject window) {
      return " · before " + shown(window);
    }

    private String shown(JsonObject window) {
      return isSketch() && number(window.getValue("events")) == 0
          ? window.getValue("estimate") == null ? "no values" : bounded(window)
          : bounded(window);
    }

    private String bounded(JsonObject answer) {
      String bounds =
          isSketch() && !answer.getDouble("lower").equals(answer.getDouble("upper"))
              ? " ("
                  + plain(answer.getDouble("lower"))
                  + " to "
                  + plain(answer.getDouble("upper"))
                  + ")"
              : "";
      return text(answer) + bounds;
    }

    private int begun(JsonArray windows) {
      int i = 0;
      while (i < windows.size() - 1 && number(windows.getJsonObject(i).getValue("events")) == 0) {
        i++;
      }
      return i;
    }

    private String words(JsonArray windows) {
      if (range.equals("days")) {
        return "from " + days();
      }
      if (!range.equals("all")) {
        return RangeWords.after(range);
      }
      OffsetDateTime begun =
          OffsetDateTime.parse(windows.getJsonObject(begun(windows)).getString("start"));
      if (isTimed()) {
        assertThat(begun.toInstant()).isBeforeOrEqualTo(sent().first());
      }
      return "since " + RangeWords.since(begun);
    }

    private String sketchWords(JsonObject total, String words) {
      String what = kind.equals("sum") ? "the sum " : "different values ";
      double lower = total.getDouble("lower", 0.0);
      double upper = total.getDouble("upper", 0.0);
      return what
          + words
          + (lower == upper
              ? ", of %,d values".formatted(number(total.getValue("events")))
              : ", ±" + "%,d".formatted(RangeWords.farthest(total)));
    }

    private String facts(JsonObject count) {
      String events = "%,d".formatted(number(count.getValue("events")));
      return switch (kind) {
        case "latest" -> "what stands, of " + events + " statements";
        case "sum" -> "in all, of " + events + " values";
        case "distinct" ->
            "different ones among "
                + events
                + " values"
                + (count.getDouble("lower").equals(count.getDouble("upper"))
                    ? ""
                    : ", between "
                        + plain(count.getDouble("lower"))
                        + " and "
                        + plain(count.getDouble("upper")));
        default -> events.equals(text(count)) ? "in all" : "in all, of " + events + " events";
      };
    }

    String text(JsonObject answer) {
      if (!isSketch()) {
        return "%,d".formatted(number(answer.getValue("count")));
      }
      boolean isExact = answer.getDouble("lower", 0.0).equals(answer.getDouble("upper", 0.0));
      double estimate = answer.getDouble("estimate", 0.0);
      return plain(isExact ? estimate : Math.round(estimate));
    }

    private double size(JsonObject answer) {
      return isSketch() ? answer.getDouble("estimate") : (double) number(answer.getValue("count"));
    }
  }

  static void expect(Map<String, List<String>> expected, String place, String... texts) {
    for (String text : texts) {
      if (text.matches("(?s).*\\d.*")) {
        expected.computeIfAbsent(place, any -> new ArrayList<>()).add(text);
      }
    }
  }

  private static Instant time(JsonObject answer, String field) {
    return OffsetDateTime.parse(answer.getString(field)).toInstant();
  }

  static long number(Object value) {
    return ((Number) value).longValue();
  }

  private static String part(JsonObject part) {
    long events = number(part.getValue("events"));
    return "%,d in %,d event%s"
        .formatted(number(part.getValue("count")), events, events == 1 ? "" : "s");
  }

  private static String plain(double value) {
    BigDecimal rounded =
        BigDecimal.valueOf(value).setScale(6, RoundingMode.HALF_UP).stripTrailingZeros();
    return rounded.scale() <= 0
        ? "%,d".formatted(rounded.longValue())
        : "%,f".formatted(rounded).replaceAll("0+$", "");
  }

  static String percent(double part) {
    int digits = Math.abs(part) < 0.1 ? 1 : 0;
    BigDecimal rounded = BigDecimal.valueOf(100 * part).setScale(digits, RoundingMode.HALF_UP);
    String sign = rounded.signum() > 0 ? "+" : "";
    String number =
        rounded.signum() == 0
            ? "0"
            : ("%,." + digits + "f").formatted(rounded).replaceAll("[.]0$", "");
    return sign + number + " %";
  }
}
