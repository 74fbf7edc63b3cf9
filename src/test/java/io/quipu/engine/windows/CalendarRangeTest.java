package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.CalendarRange.Stretch;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalendarRangeTest {
  private static final ZonedDateTime NOW =
      Instant.parse("2026-06-17T15:30:20Z").atZone(ZoneId.of("Europe/Zurich"));

  /** The table that other programs, which know these ranges, have to agree with, too. */
  static Stream<JsonObject> table() throws IOException {
    try (InputStream in = CalendarRangeTest.class.getResourceAsStream("ranges.json")) {
      JsonArray cases = new JsonArray(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return cases.stream().map(JsonObject.class::cast);
    }
  }

  @ParameterizedTest
  @MethodSource("table")
  void isAsTheTableSays(JsonObject expected) {
    ZonedDateTime now =
        Instant.parse(expected.getString("now")).atZone(ZoneId.of(expected.getString("tz")));
    CalendarRange range = range(expected.getValue("range"), now);
    JsonObject found = expected.copy();
    found.put("from", range.from().map(from -> text(from.time())).orElse(null));
    found.put("to", text(range.to().time()));
    found.put(
        "previousFrom", exactly(range).map(before -> text(before.from().time())).orElse(null));
    found.put("previousTo", exactly(range).map(before -> text(before.to().time())).orElse(null));
    assertThat(found.encodePrettily()).isEqualTo(expected.encodePrettily());
  }

  @Test
  void theTableHasEveryName() throws IOException {
    assertThat(table().map(row -> row.getValue("range"))).containsAll(CalendarRange.NAMES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "14d", "Today", "this-week", "last_week", "now", "-7d", "2026-06-17"})
  void takesNoOtherNames(String name) {
    assertThatThrownBy(() -> CalendarRange.named("range", name, NOW))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo("range"))
        .hasMessageEndingWith(
            "; ranges are today, yesterday, 24h, 7d, 30d, week, last-week, month, last-month, year,"
                + " all");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-02-30 | from is 2026-02-30; Invalid date 'FEBRUARY 30'; dates such as 2026-01-31 and",
        "-7q | from is -7q; a time is one of RFC 3339, such as 2026-01-01T12:00:00Z; dates such as",
        "1582-12-31 | from is 1582-12-31, and must lie in the years 1583 to 5235",
        "-9999y | from is -9999y, and must lie in the years 1583 to 5235",
      })
  void saysWhichBoundsAreTaken(String text, String words) {
    assertThatThrownBy(() -> RangeBound.parse("from", text, NOW))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo("from"))
        .hasMessageStartingWith(words);
  }

  /** What follows the clock is rounded before the stretch before it is made, as it is as long. */
  @Test
  void theStretchBeforeBounds_isAsLongAsTheyAreRounded() {
    UnaryOperator<Stretch> hours =
        stretch ->
            new Stretch(
                RangeBound.exact(CalendarUnit.HOUR.startOf(stretch.from().time())),
                RangeBound.exact(
                    CalendarUnit.HOUR.next(CalendarUnit.HOUR.startOf(stretch.to().time()))));
    Stretch day = CalendarRange.named("range", "24h", NOW).previous(hours).orElseThrow();
    assertThat(text(day.from().time())).isEqualTo("2026-06-15T16:00:00+02:00");
    assertThat(text(day.to().time())).isEqualTo("2026-06-16T17:00:00+02:00");
    Stretch today = CalendarRange.named("range", "today", NOW).previous(hours).orElseThrow();
    assertThat(text(today.from().time())).isEqualTo("2026-06-16T00:00:00+02:00");
    assertThat(text(today.to().time())).isEqualTo("2026-06-16T18:00:00+02:00");
  }

  @Property
  void aRangeIsNotAfterNow_andTheOneBeforeNotAfterIt(
      @ForAll("nows") ZonedDateTime now, @ForAll("names") String name) {
    CalendarRange range = CalendarRange.named("range", name, now);
    Stretch before = exactly(range).orElseThrow();
    ZonedDateTime from = range.from().orElseThrow().time();
    ZonedDateTime to = range.to().time();
    assertThat(from).isBeforeOrEqualTo(to);
    assertThat(to).isBeforeOrEqualTo(now);
    assertThat(before.from().time()).isBefore(from).isBeforeOrEqualTo(before.to().time());
    assertThat(before.to().time()).isBeforeOrEqualTo(from);
    assertThat(from.getZone()).isEqualTo(now.getZone());
    assertThat(before.to().time().getZone()).isEqualTo(now.getZone());
  }

  @Property
  void daysAreThoseThatTheZoneHas(@ForAll("nows") ZonedDateTime now) {
    areDays(CalendarRange.named("range", "today", now), 1);
    areDays(CalendarRange.named("range", "yesterday", now), 1);
    areDays(CalendarRange.named("range", "7d", now), 7);
    areDays(CalendarRange.named("range", "30d", now), 30);
  }

  private static void areDays(CalendarRange range, int number) {
    Stretch before = exactly(range).orElseThrow();
    ZonedDateTime from = range.from().orElseThrow().time();
    boolean untilNow = range.to().relative();
    assertThat(days(from, range.to().time(), untilNow)).isEqualTo(number);
    assertThat(days(before.from().time(), before.to().time(), untilNow)).isEqualTo(number);
    assertThat(days(before.from().time(), from, false)).isEqualTo(number);
  }

  /** Counts days one by one, as a calendar on a wall does. */
  private static int days(ZonedDateTime from, ZonedDateTime to, boolean withTheLast) {
    assertThat(from).isEqualTo(CalendarUnit.DAY.startOf(from));
    int days = 0;
    ZonedDateTime day = from;
    while (withTheLast ? !day.isAfter(to) : day.isBefore(to)) {
      days++;
      day = CalendarUnit.DAY.next(day);
    }
    return days;
  }

  @Property
  void wholeDaysHaveAsManyBefore(@ForAll("nows") ZonedDateTime now, @ForAll("lengths") int length) {
    ZonedDateTime from = CalendarUnit.DAY.startOf(now);
    ZonedDateTime to = from;
    for (int i = 0; i < length; i++) {
      to = CalendarUnit.DAY.next(to);
    }
    Stretch before =
        exactly(CalendarRange.between(RangeBound.exact(from), RangeBound.exact(to))).orElseThrow();
    assertThat(before.to().time()).isEqualTo(from);
    if (from.getDayOfMonth() != 1 || to.getDayOfMonth() != 1) {
      assertThat(days(before.from().time(), from, false)).isEqualTo(length);
    }
  }

  @Property
  void monthsAndYearsReachToTheSameDate_orToTheEndOfTheMonth(@ForAll("nows") ZonedDateTime now) {
    for (String name : new String[] {"month", "year"}) {
      Stretch before = exactly(CalendarRange.named("range", name, now)).orElseThrow();
      LocalDate sameDay = now.toLocalDate().minusMonths(name.equals("month") ? 1 : 12);
      if (sameDay.getDayOfMonth() != now.getDayOfMonth()) {
        assertThat(before.to().time()).isEqualTo(sameDay.plusDays(1).atStartOfDay(now.getZone()));
      } else if (before.to().time().toLocalDate().equals(sameDay)) {
        // a clock that was set forward shows a later time
        assertThat(before.to().time().toLocalTime()).isAfterOrEqualTo(now.toLocalTime());
      } else {
        assertThat(before.to().time()).isEqualTo(CalendarUnit.DAY.startOf(before.to().time()));
      }
    }
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(CalendarRange.NAMES).filter(name -> !name.equals("all"));
  }

  @Provide
  Arbitrary<Integer> lengths() {
    return Arbitraries.integers().between(1, 70);
  }

  @Provide
  Arbitrary<ZonedDateTime> nows() {
    Arbitrary<ZoneId> zones =
        Arbitraries.of(ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList());
    return zones.flatMap(zone -> moments().map(moment -> moment.atZone(zone)));
  }

  /** Whole half hours are frequent, because clocks change there; and so is the end of 2011. */
  private static Arbitrary<Instant> moments() {
    long first = Instant.parse("1990-01-01T00:00:00Z").getEpochSecond();
    long last = Instant.parse("2100-12-31T23:59:59Z").getEpochSecond();
    long leftOut = Instant.parse("2011-12-30T10:00:00Z").getEpochSecond();
    Arbitrary<Long> any = Arbitraries.longs().between(first, last);
    return Arbitraries.oneOf(
            any,
            any.map(second -> second - second % 1_800),
            Arbitraries.longs().between(leftOut - 100_000, leftOut + 4_000_000))
        .map(Instant::ofEpochSecond);
  }

  private static CalendarRange range(Object range, ZonedDateTime now) {
    return range instanceof JsonObject bounds
        ? CalendarRange.between(
            RangeBound.parse("from", bounds.getString("from"), now),
            RangeBound.parse("to", bounds.getString("to"), now))
        : CalendarRange.named("range", (String) range, now);
  }

  private static Optional<Stretch> exactly(CalendarRange range) {
    return range.previous(UnaryOperator.identity());
  }

  private static String text(ZonedDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }
}
