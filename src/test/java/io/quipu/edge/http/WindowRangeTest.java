package io.quipu.edge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.web.Query;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.InvalidInput;
import java.time.Instant;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowRangeTest {
  private static final EventTime NOW = EventTime.of(Instant.parse("2026-01-01T12:00:30Z"));

  @ParameterizedTest
  @CsvSource({
    "hour, 2026-01-01T11:00:00Z, 2026-01-01T13:00:00Z, 2026-01-01T11:00:00Z, 2026-01-01T12:00:00Z",
    "hour, 2026-01-01T11:59:59Z, 2026-01-01T12:00:01Z, 2026-01-01T11:00:00Z, 2026-01-01T12:00:00Z",
    "hour, 2026-01-01T12:00:00Z, 2026-01-01T12:00:00.0000001Z, 2026-01-01T12:00:00Z, 2026-01-01T12:00:00Z",
    "day, 2026-01-01T00:30:00+01:00, 2026-01-01T00:00:00Z, 2025-12-31T00:00:00Z, 2025-12-31T00:00:00Z",
    "day, 1969-12-31t23:59:59z, 1970-01-01T00:00:01Z, 1969-12-31T00:00:00Z, 1970-01-01T00:00:00Z",
    "minute, 1583-01-01T00:00:00Z, 1583-01-01T00:00:01Z, 1583-01-01T00:00:00Z, 1583-01-01T00:00:00Z",
    "day, 5235-12-31T00:00:00Z, 5235-12-31T23:59:59.999999999Z, 5235-12-31T00:00:00Z, 5235-12-31T00:00:00Z",
  })
  void takesTheWindowsThatOverlap(
      String granularity, String from, String to, String first, String last) {
    WindowRange range = range(granularity, from, to);
    assertThat(range.first().start().toString()).isEqualTo(first);
    assertThat(range.last().start().toString()).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({"minute, 61", "hour, 25", "day, 31"})
  void reachesBackFromNow_whenNoRangeIsGiven(String granularity, int windows) {
    WindowRange range = of("granularity=" + granularity);
    assertThat(range.size()).isEqualTo(windows);
    assertThat(range.last()).isEqualTo(Granularity.parse(granularity).windowOf(NOW));
  }

  @Test
  void holdsTheWindowThatBeginsNow() {
    EventTime midnight = EventTime.of(Instant.parse("2026-01-01T00:00:00Z"));
    WindowRange range = WindowRange.of(query("granularity=day"), midnight);
    assertThat(range.last().start()).isEqualTo(midnight);
  }

  @Test
  void reachesBackFromItsEnd_whenOnlyThatIsGiven() {
    WindowRange range = of("granularity=hour&to=2025-06-01T00:00:00Z");
    assertThat(range.first().start().toString()).isEqualTo("2025-05-31T00:00:00Z");
    assertThat(range.last().start().toString()).isEqualTo("2025-05-31T23:00:00Z");
  }

  @Test
  void isEmpty_whenItEndsWhereItBegins() {
    assertThat(range("day", "2026-01-01T05:00:00Z", "2026-01-01T05:00:00Z").isEmpty()).isTrue();
    assertThat(range("day", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z").isEmpty()).isTrue();
    assertThat(range("day", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z").isEmpty()).isFalse();
  }

  @Test
  void holdsTenThousandWindowsAndNoMore() {
    String to = EventTime.of(Instant.EPOCH.plusSeconds(600_000)).toString();
    String over = EventTime.of(Instant.EPOCH.plusSeconds(600_001)).toString();
    assertThat(range("minute", "1970-01-01T00:00:00Z", to).size()).isEqualTo(10_000);
    assertThatThrownBy(() -> range("minute", "1970-01-01T00:00:00Z", over))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("10001")
        .hasMessageContaining("10000");
  }

  @Property
  void holdsEveryMomentOfTheRange_andNoWindowTooMany(
      @ForAll @LongRange(min = -10_000_000_000L, max = 90_000_000_000L) long from,
      @ForAll @LongRange(min = 1, max = 500_000) long length) {
    String start = Instant.ofEpochSecond(from).toString();
    String end = Instant.ofEpochSecond(from + length).toString();
    WindowRange range = range("hour", start, end);
    assertThat(range.first().startSecond()).isLessThanOrEqualTo(from);
    assertThat(range.first().next().startSecond()).isGreaterThan(from);
    assertThat(range.last().startSecond()).isLessThan(from + length);
    assertThat(range.last().next().startSecond()).isGreaterThanOrEqualTo(from + length);
  }

  private static WindowRange range(String granularity, String from, String to) {
    return of("granularity=" + granularity + "&from=" + from.replace("+", "%2B") + "&to=" + to);
  }

  private static WindowRange of(String query) {
    return WindowRange.of(query(query), NOW);
  }

  private static Query query(String raw) {
    return Query.of(raw, Set.of("granularity", "from", "to"));
  }
}
