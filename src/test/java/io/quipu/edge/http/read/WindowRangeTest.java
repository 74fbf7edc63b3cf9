package io.quipu.edge.http.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowRangeTest {
  private static final EventTime NOW = EventTime.of(Instant.parse("2026-01-01T12:00:30Z"));
  private static final Set<Granularity> ALL = EnumSet.allOf(Granularity.class);

  @ParameterizedTest
  @CsvSource({
    "hour, 2026-01-01T11:00:00Z, 2026-01-01T13:00:00Z, 2026-01-01T11:00:00Z, 2026-01-01T13:00:00Z",
    "hour, 2026-01-01T11:59:59Z, 2026-01-01T12:00:01Z, 2026-01-01T11:00:00Z, 2026-01-01T13:00:00Z",
    "hour, 2026-01-01T12:00:00Z, 2026-01-01T12:00:00.0000001Z, 2026-01-01T12:00:00Z, 2026-01-01T13:00:00Z",
    "day, 2026-01-01T00:30:00+01:00, 2026-01-01T00:00:00Z, 2025-12-31T00:00:00Z, 2026-01-01T00:00:00Z",
    "day, 1969-12-31t23:59:59z, 1970-01-01T00:00:01Z, 1969-12-31T00:00:00Z, 1970-01-02T00:00:00Z",
    "minute, 1583-01-01T00:00:00Z, 1583-01-01T00:00:01Z, 1583-01-01T00:00:00Z, 1583-01-01T00:01:00Z",
    "day, 5235-12-31T00:00:00Z, 5235-12-31T23:59:59.999999999Z, 5235-12-31T00:00:00Z, 5236-01-01T00:00:00Z",
    "week, 2026-01-04T23:59:59Z, 2026-01-05T00:00:01Z, 2025-12-29T00:00:00Z, 2026-01-12T00:00:00Z",
    "month, 2026-01-31T00:00:00Z, 2026-03-01T00:00:00Z, 2026-01-01T00:00:00Z, 2026-03-01T00:00:00Z",
    "year, 2024-02-29T00:00:00Z, 2025-06-01T00:00:00Z, 2024-01-01T00:00:00Z, 2026-01-01T00:00:00Z",
    "hour, -90m, now, 2026-01-01T10:00:00Z, 2026-01-01T13:00:00Z",
    "minute, -1h, -59m, 2026-01-01T11:00:00Z, 2026-01-01T11:02:00Z",
    "day, -2d, now, 2025-12-30T00:00:00Z, 2026-01-02T00:00:00Z",
    "week, -1w, -0d, 2025-12-22T00:00:00Z, 2026-01-05T00:00:00Z",
  })
  void takesTheWindowsThatOverlap(
      String granularity, String from, String to, String start, String end) {
    List<Long> bounds = bounds(range(granularity, from, to));
    assertThat(text(bounds.get(0))).isEqualTo(start);
    assertThat(text(bounds.get(bounds.size() - 1))).isEqualTo(end);
  }

  @ParameterizedTest
  @CsvSource({"minute, 61", "hour, 25", "day, 31", "week, 13", "month, 13", "year, 6"})
  void reachesBackFromNow_whenNoRangeIsGiven(String granularity, int windows) {
    List<Long> bounds = bounds(of("granularity=" + granularity));
    assertThat(bounds).hasSize(windows + 1);
    assertThat(bounds.get(windows)).isGreaterThan(NOW.epochSecond());
    assertThat(bounds.get(windows - 1)).isLessThanOrEqualTo(NOW.epochSecond());
  }

  /** It is 30 seconds past noon of a Thursday, the first of a year. */
  @ParameterizedTest
  @CsvSource({
    "hour, today, 2026-01-01T00:00:00Z, 2026-01-01T13:00:00Z",
    "hour, yesterday, 2025-12-31T00:00:00Z, 2026-01-01T00:00:00Z",
    "hour, 24h, 2025-12-31T12:00:00Z, 2026-01-01T13:00:00Z",
    "day, 7d, 2025-12-26T00:00:00Z, 2026-01-02T00:00:00Z",
    "day, 30d, 2025-12-03T00:00:00Z, 2026-01-02T00:00:00Z",
    "day, week, 2025-12-29T00:00:00Z, 2026-01-02T00:00:00Z",
    "day, last-week, 2025-12-22T00:00:00Z, 2025-12-29T00:00:00Z",
    "week, month, 2025-12-29T00:00:00Z, 2026-01-05T00:00:00Z",
    "week, last-month, 2025-12-01T00:00:00Z, 2026-01-05T00:00:00Z",
    "month, year, 2026-01-01T00:00:00Z, 2026-02-01T00:00:00Z",
    "day, all, 2017-01-01T00:00:00Z, 2026-01-02T00:00:00Z",
    "year, all, 2017-01-01T00:00:00Z, 2027-01-01T00:00:00Z",
  })
  void takesTheWindowsThatOverlapANamedRange(
      String granularity, String range, String start, String end) {
    List<Long> bounds = bounds(of("granularity=" + granularity + "&range=" + range));
    assertThat(text(bounds.get(0))).isEqualTo(start);
    assertThat(text(bounds.get(bounds.size() - 1))).isEqualTo(end);
  }

  @Test
  void aNamedRangeIsOneOfTheZone_andSoIsADate() {
    for (String range : List.of("range=month", "from=2026-01-01&to=2026-01-02")) {
      List<Long> bounds = bounds(of("granularity=day&tz=Asia/Kolkata&" + range));
      assertThat(bounds.stream().map(WindowRangeTest::text))
          .containsExactly("2025-12-31T18:30:00Z", "2026-01-01T18:30:00Z");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "minute, UTC, 10000",
    "hour, UTC, 10000",
    "day, Europe/Zurich, 2000",
    "minute, Asia/Kolkata, 10000"
  })
  void saysThatANamedRangeIsTooLong(String granularity, String zone, String most) {
    WindowRange all = of("granularity=" + granularity + "&range=all&tz=" + zone);
    assertThatThrownBy(() -> all.cover(ALL).map(cover -> WindowRange.limited(cover, all.field())))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo("range"))
        .hasMessageContaining(most);
  }

  @Test
  void holdsTheWindowThatBeginsNow() {
    EventTime midnight = EventTime.of(Instant.parse("2026-01-01T00:00:00Z"));
    List<Long> bounds = bounds(WindowRange.of(query("granularity=day"), midnight));
    assertThat(text(bounds.get(bounds.size() - 2))).isEqualTo("2026-01-01T00:00:00Z");
  }

  @Test
  void reachesBackFromItsEnd_whenOnlyThatIsGiven() {
    List<Long> bounds = bounds(of("granularity=hour&to=2025-06-01T00:00:00Z"));
    assertThat(text(bounds.get(0))).isEqualTo("2025-05-31T00:00:00Z");
    assertThat(text(bounds.get(24))).isEqualTo("2025-06-01T00:00:00Z");
    assertThat(bounds).hasSize(25);
  }

  @Test
  void isEmpty_whenItEndsWhereItBegins() {
    assertThat(range("day", "2026-01-01T05:00:00Z", "2026-01-01T05:00:00Z").cover(ALL)).isEmpty();
    assertThat(range("day", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z").cover(ALL)).isEmpty();
    assertThat(range("day", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z").cover(ALL)).isPresent();
  }

  @Test
  void holdsTenThousandWindowsAndNoMore() {
    String to = EventTime.of(Instant.EPOCH.plusSeconds(600_000)).toString();
    String over = EventTime.of(Instant.EPOCH.plusSeconds(600_001)).toString();
    assertThat(
            range("minute", "1970-01-01T00:00:00Z", to)
                .cover(ALL)
                .map(WindowRangeTest::limited)
                .orElseThrow()
                .windows())
        .isEqualTo(10_000);
    assertThatThrownBy(
            () ->
                range("minute", "1970-01-01T00:00:00Z", over)
                    .cover(ALL)
                    .map(WindowRangeTest::limited))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("10001")
        .hasMessageContaining("10000");
    assertThatThrownBy(
            () ->
                of("granularity=week&from=1700-01-01T00:00:00Z")
                    .cover(ALL)
                    .map(WindowRangeTest::limited))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("more than 10000 windows");
    assertThatThrownBy(
            () ->
                of("granularity=hour&from=1583-01-01T00:00:00Z")
                    .cover(ALL)
                    .map(WindowRangeTest::limited))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("at most 10000");
  }

  /** A day of Zurich is of one partition of hours, one of India of two, and an hour of minutes. */
  @ParameterizedTest
  @CsvSource({
    "day, Europe/Zurich, 2020-01-01, 2025-06-01, 2025-07-01",
    "day, Asia/Kolkata, 2023-01-01, 2025-09-01, 2025-10-01",
    "hour, Asia/Kolkata, 2026-01-01, 2026-03-24, 2026-03-26",
    "week, Asia/Kolkata, 2000-01-01, 2009-01-01, 2026-01-01",
  })
  void addsUpTwoThousandPartitionsAndNoMore(
      String unit, String zone, String from, String to, String over) {
    String query = "granularity=" + unit + "&tz=" + zone + "&from=" + from + "&to=";
    assertThat(of(query + to).cover(ALL).map(WindowRangeTest::limited)).isPresent();
    assertThatThrownBy(() -> of(query + over).cover(ALL).map(WindowRangeTest::limited))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("2000");
  }

  @Test
  void daysOfAZone_haveTheHoursThatTheyHave() {
    List<Long> spring =
        bounds(
            of(
                "granularity=day&tz=Europe/Zurich&from=2026-03-28T12:00:00Z&to=2026-03-30T12:00:00Z"));
    assertThat(hours(spring)).containsExactly(24L, 23L, 24L);
    List<Long> autumn =
        bounds(
            of(
                "granularity=day&tz=America/New_York&from=2026-10-31T12:00:00Z&to=2026-11-02T12:00:00Z"));
    assertThat(hours(autumn)).containsExactly(24L, 25L, 24L);
  }

  /** Lord Howe Island sets its clock by half an hour. */
  @Test
  void hoursOfAZone_beginWhereItsClockShowsAWholeHour() {
    List<Long> bounds =
        bounds(
            of(
                "granularity=hour&tz=Australia/Lord_Howe&from=2026-04-04T13:30:00Z&to=2026-04-04T17:29:59Z"));
    assertThat(
            bounds.stream()
                .map(second -> ZoneInput.text(java.time.ZoneId.of("Australia/Lord_Howe"), second)))
        .containsExactly(
            "2026-04-05T00:00:00+11:00",
            "2026-04-05T01:00:00+11:00",
            "2026-04-05T02:00:00+10:30",
            "2026-04-05T03:00:00+10:30",
            "2026-04-05T04:00:00+10:30");
  }

  @ParameterizedTest
  @CsvSource({
    "tz=Mars/Olympus, tz",
    "tz=, tz",
    "tz=%2B02:00, tz",
    "from=-d, from",
    "from=-9999999d, from",
    "from=-999999w, from",
    "to=tomorrow, to",
    "from=now&to=-1h, from",
    "from=2026-02-30, from",
    "from=0001-01-01, from",
    "from=-999999y, from",
    "range=14d, range",
    "range=today&from=-1h, range",
    "range=today&to=now, range",
  })
  void refusesWhatIsNoTimeAndNoZone(String query, String field) {
    assertThatThrownBy(() -> of("granularity=hour&" + query))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Test
  void refusesWindowsThatTheNamespaceCannotMake() {
    Set<Granularity> days = Set.of(Granularity.DAY);
    Set<Granularity> hours = Set.of(Granularity.HOUR, Granularity.DAY);
    assertThat(of("granularity=month").cover(days).orElseThrow().runs()).hasSize(1);
    refused("granularity=hour", days, "granularity");
    refused("granularity=day&tz=Europe/Zurich", days, "tz");
    assertThat(of("granularity=day&tz=Europe/Zurich").cover(hours).orElseThrow().runs()).hasSize(1);
    refused("granularity=day&tz=Asia/Kolkata", hours, "tz");
    refused("granularity=year", Set.of(), "granularity");
  }

  private static void refused(String query, Set<Granularity> kept, String field) {
    assertThatThrownBy(() -> of(query).cover(kept))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Property
  void holdsEveryMomentOfTheRange_andNoWindowTooMany(
      @ForAll @LongRange(min = -10_000_000_000L, max = 90_000_000_000L) long from,
      @ForAll @LongRange(min = 1, max = 500_000) long length) {
    String start = Instant.ofEpochSecond(from).toString();
    String end = Instant.ofEpochSecond(from + length).toString();
    List<Long> bounds = bounds(range("hour", start, end));
    assertThat(bounds.get(0)).isLessThanOrEqualTo(from);
    assertThat(bounds.get(1)).isGreaterThan(from);
    assertThat(bounds.get(bounds.size() - 2)).isLessThan(from + length);
    assertThat(bounds.get(bounds.size() - 1)).isGreaterThanOrEqualTo(from + length);
  }

  private static WindowCover limited(WindowCover cover) {
    return WindowRange.limited(cover, "from");
  }

  private static List<Long> bounds(WindowRange range) {
    WindowCover cover = range.cover(ALL).orElseThrow();
    return LongStream.concat(
            LongStream.of(cover.range(0).startSecond()),
            IntStream.range(0, cover.size()).mapToLong(i -> cover.range(i).endSecond()))
        .boxed()
        .toList();
  }

  private static List<Long> hours(List<Long> bounds) {
    return IntStream.range(1, bounds.size())
        .mapToObj(i -> (bounds.get(i) - bounds.get(i - 1)) / 3_600)
        .toList();
  }

  private static String text(long second) {
    return Instant.ofEpochSecond(second).toString();
  }

  private static WindowRange range(String granularity, String from, String to) {
    return of("granularity=" + granularity + "&from=" + from.replace("+", "%2B") + "&to=" + to);
  }

  private static WindowRange of(String query) {
    return WindowRange.of(query(query), NOW);
  }

  private static Query query(String raw) {
    return Query.of(raw, Set.of("granularity", "range", "from", "to", "tz"));
  }
}
