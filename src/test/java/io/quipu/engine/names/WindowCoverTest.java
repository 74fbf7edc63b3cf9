package io.quipu.engine.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.windows.CalendarUnit;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.engine.windows.WindowRun;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowCoverTest {
  private static final Set<Granularity> ALL = EnumSet.allOf(Granularity.class);
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");

  @Property
  void eachMinuteOfARange_liesInOneWindow_andThatInOneRange(
      @ForAll @Size(min = 1, max = 4) List<@LongRange(min = 1, max = 6_000) Long> minutes,
      @ForAll @LongRange(min = -30_000_000, max = 30_000_000) long first) {
    long[] bounds = new long[minutes.size() + 1];
    bounds[0] = first * 60;
    for (int i = 1; i < bounds.length; i++) {
      bounds[i] = bounds[i - 1] + minutes.get(i - 1) * 60;
    }

    WindowCover cover = WindowCover.of(bounds, ALL, "from");

    long next = bounds[0];
    for (WindowRun run : cover.runs()) {
      Window window = run.first();
      for (long i = 0; i < run.size(); i++) {
        assertThat(window.startSecond()).isEqualTo(next);
        int range = cover.indexOf(window);
        assertThat(cover.range(range).startSecond()).isLessThanOrEqualTo(next);
        next += window.granularity().seconds();
        assertThat(cover.range(range).endSecond()).isGreaterThanOrEqualTo(next);
        window = window.next();
      }
    }
    assertThat(next).isEqualTo(bounds[bounds.length - 1]);
  }

  @Test
  void windowsOfOneGranularity_areRanges() {
    Window first = Granularity.HOUR.windowOf(at("2026-10-01T00:00:00Z"));
    WindowCover cover = WindowCover.of(first, first.next().next());
    assertThat(cover.size()).isEqualTo(3);
    assertThat(cover.windows()).isEqualTo(3);
    assertThat(cover.start()).isEqualTo(at("2026-10-01T00:00:00Z"));
    assertThat(cover.end()).isEqualTo(at("2026-10-01T03:00:00Z"));
    assertThat(cover.range(2).start()).isEqualTo(at("2026-10-01T02:00:00Z"));
    assertThat(cover.range(2).end()).isEqualTo(at("2026-10-01T03:00:00Z"));
    assertThat(cover.indexOf(at("2026-10-01T02:59:59Z"))).isEqualTo(2);
    assertThat(cover.indexOf(at("2026-10-01T03:00:00Z"))).isNegative();
    assertThat(cover.indexOf(at("2026-09-30T23:59:59Z"))).isNegative();
    assertThat(cover.indexOf(first.next())).isEqualTo(1);
    assertThat(cover.indexOf(Granularity.MINUTE.windowOf(first.start()))).isNegative();
  }

  @Property
  void fromAPointOn_allWindowsStartThere(
      @ForAll @Size(min = 1, max = 4) List<@LongRange(min = 1, max = 6_000) Long> minutes,
      @ForAll @LongRange(min = 100, max = 500_000) long keptMinutes,
      @ForAll @LongRange(min = 100, max = 500_000) long keptHours,
      @ForAll boolean whole) {
    long[] bounds = new long[minutes.size() + 1];
    bounds[0] = 29_000_000L * 60;
    for (int i = 1; i < bounds.length; i++) {
      bounds[i] = bounds[i - 1] + minutes.get(i - 1) * 60;
    }
    WindowCover all = WindowCover.of(bounds, ALL, "from");
    Keep keep =
        Keep.of(
            TestNamespaces.withSettings(
                Namespace.DEFAULT,
                Map.of(Keep.SETTING, "minute=" + keptMinutes + "s/hour=" + keptHours + "s")));
    EventTime now = all.end();

    long second = all.shownFrom(keep, now);
    WindowCover left = all.from(second, whole);

    for (WindowRun run : left.runs()) {
      assertThat(run.first().start())
          .isGreaterThanOrEqualTo(keep.shownFrom(run.first().granularity(), now));
    }
    long covered = left.runs().stream().mapToLong(run -> run.endSecond() - start(run)).sum();
    if (left.size() > 0) {
      assertThat(covered).isEqualTo(left.end().epochSecond() - left.start().epochSecond());
      assertThat(left.end()).isEqualTo(all.end());
      assertThat(left.start().epochSecond()).isGreaterThanOrEqualTo(Math.max(second, bounds[0]));
      assertThat(left.range(0).startSecond())
          .isEqualTo(
              whole
                  ? all.range(all.size() - left.size()).startSecond()
                  : left.start().epochSecond());
      assertThat(left.from(left.shownFrom(keep, now), whole)).isSameAs(left);
      if (!whole) {
        assertThat(left.start().epochSecond()).isEqualTo(Math.max(second, bounds[0]));
      }
    } else {
      assertThat(covered).isZero();
    }
  }

  private static long start(WindowRun run) {
    return run.first().startSecond();
  }

  @Test
  void fromAPointOn_windowsOfOneGranularityAreLeftOut() {
    Window first = Granularity.HOUR.windowOf(at("2026-10-01T00:00:00Z"));
    WindowCover cover = WindowCover.of(first, first.next().next());
    WindowCover left = cover.from(first.next().startSecond(), true);
    assertThat(left.size()).isEqualTo(2);
    assertThat(left.start()).isEqualTo(first.next().start());
    assertThat(left.indexOf(first.start())).isNegative();
    assertThat(left.indexOf(first.next())).isZero();
    assertThat(cover.from(first.startSecond(), true)).isSameAs(cover);
    assertThat(cover.from(cover.end().epochSecond(), true).size()).isZero();
    assertThat(cover.from(cover.end().epochSecond() + 7_200, true).runs()).isEmpty();
  }

  @Test
  void aMonthOfAZone_isHoursAndDays() {
    ZonedDateTime october = ZonedDateTime.of(2026, 10, 1, 0, 0, 0, 0, ZURICH);
    WindowCover cover =
        WindowCover.of(
            CalendarUnit.MONTH.bounds(october, october.plusMonths(2), 10), ALL, "granularity");

    assertThat(cover.size()).isEqualTo(2);
    assertThat(cover.runs()).extracting(WindowRun::size).containsExactly(2L, 30L, 24L, 29L, 23L);
    Window day = Granularity.DAY.windowOf(at("2026-10-15T12:00:00Z"));
    assertThat(cover.indexOf(day)).isZero();
    assertThat(cover.indexOf(Granularity.HOUR.windowOf(at("2026-10-15T12:00:00Z")))).isNegative();
    assertThat(cover.indexOf(Granularity.HOUR.windowOf(at("2026-10-31T22:59:59Z")))).isZero();
    assertThat(cover.indexOf(Granularity.HOUR.windowOf(at("2026-10-31T23:00:00Z")))).isEqualTo(1);
    assertThat(cover.indexOf(at("2026-10-31T22:59:59Z"))).isZero();
    assertThat(cover.indexOf(at("2026-09-30T21:59:59Z"))).isNegative();
    assertThat(cover.indexOf(at("2026-11-30T23:00:00Z"))).isNegative();
    assertThat(cover.end()).isEqualTo(at("2026-11-30T23:00:00Z"));
  }

  /** No partition twice, no window of the cover left out, and none read twice. */
  @ParameterizedTest
  @CsvSource({
    "UTC, 365, 13",
    "Europe/Zurich, 365, 366",
    "Pacific/Apia, 365, 366",
    "Asia/Kolkata, 365, 732",
    "Asia/Kolkata, 730, 1462",
    "Asia/Kathmandu, 365, 732",
    "Australia/Lord_Howe, 365, 548",
  })
  void daysOfAZone_areReadPartitionByPartition(String zone, int days, int partitions) {
    ZonedDateTime from = ZonedDateTime.of(2024, 11, 1, 0, 0, 0, 0, ZoneId.of(zone));
    long[] bounds = CalendarUnit.DAY.bounds(from, from.plusDays(days), 1_000);
    WindowCover cover = WindowCover.of(bounds, ALL, "tz");

    assertThat(cover.size()).isEqualTo(days);
    assertThat(cover.partitions()).isEqualTo(partitions);
    List<WindowPartition> read =
        cover.reads().stream()
            .flatMap(run -> Table.CLOSED.of(0, run.first(), run.last()).stream())
            .toList();
    // a read that is split in the middle of a partition has the partition in both parts
    assertThat(read.size() - Set.copyOf(read).size()).isLessThanOrEqualTo(days / 100);
    assertThat(cover.held(1)).isLessThanOrEqualTo(2_400);
    long windows = 0;
    for (WindowRun run : cover.reads()) {
      Window window = run.first();
      for (long i = 0; i < run.size(); i++) {
        windows += cover.indexOf(window) < 0 ? 0 : 1;
        window = window.next();
      }
    }
    assertThat(windows).isEqualTo(cover.windows());
  }

  @Test
  void isRefusedWhereTheWindowsAreTooLong() {
    assertThatThrownBy(() -> WindowCover.of(new long[] {0, 3_660}, Set.of(Granularity.HOUR), "tz"))
        .isInstanceOfSatisfying(
            InvalidInput.class, invalid -> assertThat(invalid.field()).isEqualTo("tz"));
  }

  private static EventTime at(String instant) {
    return EventTime.of(Instant.parse(instant));
  }
}
