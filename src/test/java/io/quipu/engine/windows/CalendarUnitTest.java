package io.quipu.engine.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class CalendarUnitTest {
  /** Zones with changes of an hour, half an hour, a day, at midnight, and of no hour at all. */
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Zurich",
          "America/New_York",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "America/Sao_Paulo",
          "Africa/Monrovia",
          "Asia/Kathmandu");

  @Provide
  Arbitrary<ZoneId> zones() {
    return Arbitraries.of(ZONES).map(ZoneId::of);
  }

  @Property
  void windowsFollowEachOther_andEachTimeLiesInOne(
      @ForAll CalendarUnit unit,
      @ForAll("zones") ZoneId zone,
      @ForAll @LongRange(min = -1_000_000_000L, max = 4_000_000_000L) long second) {
    ZonedDateTime time = Instant.ofEpochSecond(second).atZone(zone);
    ZonedDateTime start = unit.startOf(time);
    assertThat(start).isBeforeOrEqualTo(time);
    ZonedDateTime next = start;
    for (int i = 0; i < 3; i++) {
      ZonedDateTime before = next;
      next = unit.next(before);
      assertThat(next).isAfter(before);
      assertThat(unit.startOf(next)).isEqualTo(next);
      assertThat(unit.startOf(next.minusNanos(1))).isEqualTo(before);
    }
    assertThat(unit.next(start)).isAfter(time);
  }

  /** The thirtieth of December 2011 is missing in Samoa. */
  @Test
  void aDayThatIsMissing_isNoWindow() {
    ZoneId zone = ZoneId.of("Pacific/Apia");
    ZonedDateTime before = ZonedDateTime.of(2011, 12, 29, 0, 0, 0, 0, zone);
    assertThat(CalendarUnit.DAY.bounds(before, before.plusHours(48), 10))
        .containsExactly(
            before.toEpochSecond(),
            before.toEpochSecond() + 86_400,
            before.toEpochSecond() + 172_800);
  }
}
