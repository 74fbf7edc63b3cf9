package io.quipu.edge.http.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.web.Query;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.WindowAnswers;
import io.quipu.engine.names.WindowCover;
import io.quipu.engine.state.Tally;
import io.quipu.engine.state.WindowCount;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeRange;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TotalRangeTest {
  private static final EventTime NOW = EventTime.of(Instant.parse("2026-03-31T12:00:30Z"));
  private static final Set<Granularity> ALL = EnumSet.allOf(Granularity.class);

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T00:00:00Z, 2026-03-01T00:01:00Z, 2026-03-01T00:00:00Z, 2026-03-01T00:01:00Z",
    "-1h, now, 2026-03-31T11:00:00Z, 2026-03-31T12:01:00Z",
    "-7d, -1d, 2026-03-24T12:00:00Z, 2026-03-30T12:01:00Z",
  })
  void reachesOverWholeMinutes(String from, String to, String first, String last) {
    WindowCover cover = of("from=" + from + "&to=" + to).cover(ALL);
    assertThat(cover.size()).isEqualTo(1);
    assertThat(cover.start()).hasToString(first);
    assertThat(cover.end()).hasToString(last);
    assertThat(of("from=" + from).cover(ALL).end()).hasToString("2026-03-31T12:01:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    // as many months
    "2026-03-01T00:00:00Z, 2026-04-01T00:00:00Z, UTC, 2026-02-01T00:00:00Z",
    "2025-01-01T00:00:00Z, 2026-01-01T00:00:00Z, UTC, 2024-01-01T00:00:00Z",
    // as many days, of which one has 23 hours
    "2026-03-29T23:00:00Z, 2026-03-30T22:00:00Z, Europe/London, 2026-03-29T00:00:00Z",
    "2026-03-29T22:00:00Z, 2026-03-30T22:00:00Z, Europe/Zurich, 2026-03-28T23:00:00Z",
    "2026-03-22T23:00:00Z, 2026-03-29T22:00:00Z, Europe/Zurich, 2026-03-15T23:00:00Z",
    // as long
    "2026-03-29T22:01:00Z, 2026-03-30T22:01:00Z, Europe/Zurich, 2026-03-28T22:01:00Z",
  })
  void theTimeBefore_isTheSameSpanOfTheCalendar(String from, String to, String zone, String first) {
    WindowCover cover =
        of("from=" + from + "&to=" + to + "&tz=" + zone + "&compare=previous").cover(ALL);
    assertThat(cover.size()).isEqualTo(2);
    assertThat(cover.start()).hasToString(first);
    assertThat(cover.range(0).end()).hasToString(from);
    assertThat(cover.range(1).start()).hasToString(from);
    assertThat(cover.end()).hasToString(to);
  }

  /** It is 30 seconds past noon of a Tuesday, and 14:00:30 in Zurich. */
  @ParameterizedTest
  @CsvSource({
    "today, UTC, 2026-03-30T00:00:00Z, 2026-03-30T12:01:00Z, 2026-03-31T00:00:00Z, 2026-03-31T12:01:00Z",
    "today, Europe/Zurich, 2026-03-29T22:00:00Z, 2026-03-30T12:01:00Z, 2026-03-30T22:00:00Z, 2026-03-31T12:01:00Z",
    "yesterday, Europe/Zurich, 2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 2026-03-29T22:00:00Z, 2026-03-30T22:00:00Z",
    "24h, UTC, 2026-03-29T11:59:00Z, 2026-03-30T12:00:00Z, 2026-03-30T12:00:00Z, 2026-03-31T12:01:00Z",
    "7d, UTC, 2026-03-18T00:00:00Z, 2026-03-24T12:01:00Z, 2026-03-25T00:00:00Z, 2026-03-31T12:01:00Z",
    "week, UTC, 2026-03-23T00:00:00Z, 2026-03-24T12:01:00Z, 2026-03-30T00:00:00Z, 2026-03-31T12:01:00Z",
    "last-week, UTC, 2026-03-16T00:00:00Z, 2026-03-23T00:00:00Z, 2026-03-23T00:00:00Z, 2026-03-30T00:00:00Z",
    "month, UTC, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z, 2026-03-01T00:00:00Z, 2026-03-31T12:01:00Z",
    "last-month, UTC, 2026-01-01T00:00:00Z, 2026-02-01T00:00:00Z, 2026-02-01T00:00:00Z, 2026-03-01T00:00:00Z",
    "year, UTC, 2025-01-01T00:00:00Z, 2025-03-31T12:01:00Z, 2026-01-01T00:00:00Z, 2026-03-31T12:01:00Z",
  })
  void aNamedRangeHasItsStretchBefore(
      String range, String zone, String before, String endBefore, String from, String to) {
    WindowCover cover = of("range=" + range + "&compare=previous&tz=" + zone).cover(ALL);
    assertThat(cover.start()).hasToString(before);
    assertThat(cover.range(0).end()).hasToString(endBefore);
    assertThat(cover.size()).isEqualTo(endBefore.equals(from) ? 2 : 3);
    assertThat(cover.range(cover.size() - 1).start()).hasToString(from);
    assertThat(cover.end()).hasToString(to);
    WindowCover alone = of("range=" + range + "&tz=" + zone).cover(ALL);
    assertThat(alone.size()).isEqualTo(1);
    assertThat(alone.start()).hasToString(from);
    assertThat(alone.end()).hasToString(to);
  }

  @Test
  void allTimeHasNothingBefore() {
    WindowCover cover = of("range=all&compare=previous").cover(ALL);
    assertThat(cover.size()).isEqualTo(1);
    assertThat(cover.start()).hasToString("2017-01-01T00:00:00Z");
    assertThat(cover.end()).hasToString("2026-03-31T12:01:00Z");
  }

  @Test
  void aRangeThatBeginsNow_hasItsFirstWindow() {
    EventTime midnight = EventTime.of(Instant.parse("2026-03-31T00:00:00Z"));
    WindowCover cover = TotalRange.of(query("range=today&compare=previous"), midnight).cover(ALL);
    assertThat(cover.range(0).end()).hasToString("2026-03-30T00:01:00Z");
    assertThat(cover.range(2).start()).hasToString("2026-03-31T00:00:00Z");
    assertThat(cover.end()).hasToString("2026-03-31T00:01:00Z");
  }

  @Test
  void aNamedRangeIsRoundedToWhatIsKept() {
    WindowCover cover = of("range=month&compare=previous").cover(Set.of(Granularity.DAY));
    assertThat(cover.range(0).end()).hasToString("2026-03-01T00:00:00Z");
    assertThat(cover.end()).hasToString("2026-04-01T00:00:00Z");
    assertThatThrownBy(() -> of("range=today&tz=Asia/Kolkata").cover(Set.of(Granularity.HOUR)))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo("tz"))
        .hasMessageContaining("begin where no hour does");
  }

  @Test
  void theTimeBetweenIsNotShown() {
    WindowAnswers three = answers(1, 2, 3);
    assertThat(TotalRange.shown(three, 3).windows())
        .containsExactly(three.windows().get(0), three.windows().get(2));
    // the previous range is not kept any more
    WindowAnswers two = answers(2, 3);
    assertThat(TotalRange.shown(two, 3).windows()).containsExactly(two.windows().get(1));
    assertThat(TotalRange.shown(two, 2)).isEqualTo(two);
    assertThat(TotalRange.shown(answers(), 3).windows()).isEmpty();
  }

  private static WindowAnswers answers(long... starts) {
    return WindowAnswers.of(
        LongStream.of(starts)
            .mapToObj(start -> new WindowCount(new TimeRange(start, start + 1), Tally.ZERO, true))
            .toList(),
        null);
  }

  @Test
  void whatIsRelative_isRoundedToWhatIsKept() {
    WindowCover cover = of("from=-1d").cover(Set.of(Granularity.HOUR));
    assertThat(cover.start()).hasToString("2026-03-30T12:00:00Z");
    assertThat(cover.end()).hasToString("2026-03-31T13:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "from=2026-03-01T00:00:01Z, from",
    "from=2026-03-01T00:00:00.5Z, from",
    "from=2026-03-01T00:00:00Z&to=2026-03-01T00:01:01Z, to",
    "from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:00Z, from",
    "from=2027-03-01T00:00:00Z, from",
    "to=now, from",
    "compare=previous, from",
    "range=90d, range",
    "range=today&from=-1d, range",
    "range=today&compare=next, compare",
    "from=-1d&compare=next, compare",
    "from=1800-01-01T00:01:00Z&to=2026-01-01T00:00:00Z, from",
    "from=-1d&tz=Nowhere, tz",
  })
  void refusesWhatCannotBeAddedUp(String query, String field) {
    assertThatThrownBy(() -> of(query).cover(ALL))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo(field));
  }

  @Test
  void refusesBoundsInsideOfTheShortestWindows() {
    Set<Granularity> days = Set.of(Granularity.DAY);
    assertThatThrownBy(() -> of("from=2026-03-01T01:00:00Z").cover(days))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("a day begins");
    assertThatThrownBy(() -> of("from=2026-03-01T01:00:00Z").cover(Set.of()))
        .isInstanceOf(InvalidInput.class);
  }

  private static TotalRange of(String query) {
    return TotalRange.of(query(query), NOW);
  }

  private static Query query(String raw) {
    return Query.of(raw, Set.of("range", "from", "to", "tz", "compare"));
  }
}
