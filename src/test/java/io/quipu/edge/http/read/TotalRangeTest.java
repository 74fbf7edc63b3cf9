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
import java.util.Set;
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
    "from=-1d&compare=next, compare",
    "from=1990-01-01T00:01:00Z&to=2026-01-01T00:00:00Z, from",
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
    return TotalRange.of(Query.of(query, Set.of("from", "to", "tz", "compare")), NOW);
  }
}
