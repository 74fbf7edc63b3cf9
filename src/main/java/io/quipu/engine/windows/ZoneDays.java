package io.quipu.engine.windows;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;

/**
 * The days of a time zone. A zone that moved over the date line has left out a day: Apia went from
 * 29 to 31 December 2011. Such a day is never counted.
 *
 * @param leftOut in the order of time
 */
record ZoneDays(ZoneId zone, List<LocalDate> leftOut) {
  private static final int HOURS = 24;

  static ZoneDays of(ZoneId zone) {
    return new ZoneDays(
        zone,
        zone.getRules().getTransitions().stream()
            .filter(change -> change.getDuration().toHours() >= HOURS)
            .map(change -> change.getDateTimeBefore().toLocalDate())
            .toList());
  }

  /**
   * The first moment at which the clock of the zone shows a time or a later one: the earlier one if
   * the clock shows it twice, the end of the gap if the clock never shows it.
   */
  ZonedDateTime firstAt(LocalDateTime clock) {
    ZoneOffsetTransition change = zone.getRules().getTransition(clock);
    return change != null && change.isGap() ? change.getInstant().atZone(zone) : clock.atZone(zone);
  }

  /** The first moment of a day. */
  ZonedDateTime startOf(LocalDate day) {
    return firstAt(day.atStartOfDay());
  }

  /** The day from which as many days as given lead to {@code day}. */
  LocalDate before(LocalDate day, long days) {
    LocalDate before = day.minusDays(days);
    for (int i = leftOut.size() - 1; i >= 0; i--) {
      LocalDate missing = leftOut.get(i);
      if (missing.isBefore(day) && !missing.isBefore(before)) {
        before = before.minusDays(1);
      }
    }
    return before;
  }

  /** The number of days from one day (inclusive) to another (exclusive). */
  long between(LocalDate from, LocalDate to) {
    return ChronoUnit.DAYS.between(from, to)
        - leftOut.stream().filter(day -> !day.isBefore(from) && day.isBefore(to)).count();
  }
}
