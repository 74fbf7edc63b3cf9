package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The length of a window in a time zone. Weeks begin on Monday, as in ISO 8601. A day has 23 or 25
 * hours where the clock changes.
 */
public enum CalendarUnit {
  MINUTE(Granularity.MINUTE),
  HOUR(Granularity.HOUR),
  DAY(Granularity.DAY),
  WEEK(null),
  MONTH(null),
  YEAR(null);

  private final @Nullable Granularity granularity;

  CalendarUnit(@Nullable Granularity granularity) {
    this.granularity = granularity;
  }

  /** The name in the contract: {@code minute} to {@code year}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws InvalidInput naming {@code granularity} if no unit has this label
   */
  public static CalendarUnit parse(String label) {
    for (CalendarUnit unit : values()) {
      if (unit.label().equals(label)) {
        return unit;
      }
    }
    throw new InvalidInput(
        "granularity", "granularity must be one of minute, hour, day, week, month, year");
  }

  /** The start of the window that holds {@code time}. */
  public ZonedDateTime startOf(ZonedDateTime time) {
    LocalDate day = time.toLocalDate();
    return switch (this) {
      case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES);
      case HOUR -> time.truncatedTo(ChronoUnit.HOURS);
      case DAY -> day.atStartOfDay(time.getZone());
      case WEEK ->
          day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).atStartOfDay(time.getZone());
      case MONTH -> day.withDayOfMonth(1).atStartOfDay(time.getZone());
      case YEAR -> day.withDayOfYear(1).atStartOfDay(time.getZone());
    };
  }

  /** The start of the window after the window that starts at {@code start}. */
  public ZonedDateTime next(ZonedDateTime start) {
    return switch (this) {
      case MINUTE -> later(start, 1);
      case HOUR -> later(start, 60);
      case DAY -> later(start, Period.ofDays(1));
      case WEEK -> later(start, Period.ofWeeks(1));
      case MONTH -> later(start, Period.ofMonths(1));
      case YEAR -> later(start, Period.ofYears(1));
    };
  }

  /**
   * The next whole hour or minute of the clock. Where a clock is set back by half an hour, the hour
   * in which that happens has ninety minutes.
   */
  private ZonedDateTime later(ZonedDateTime start, int minutes) {
    ZonedDateTime next = start.plusMinutes(minutes);
    ZonedDateTime whole = startOf(next);
    return whole.isAfter(start) ? whole : startOf(next.plusMinutes(minutes));
  }

  private static ZonedDateTime later(ZonedDateTime start, Period period) {
    return start.toLocalDate().plus(period).atStartOfDay(start.getZone());
  }

  /** The granularity of the windows of this unit in UTC; empty if the unit is longer than a day. */
  public Optional<Granularity> granularity() {
    return Optional.ofNullable(granularity);
  }

  /** The {@link #granularity()}, if its windows are those of the zone, too, in a time range. */
  public Optional<Granularity> granularity(ZonedDateTime from, ZonedDateTime to) {
    return granularity().filter(same -> areWhole(from, to, same));
  }

  private static boolean areWhole(ZonedDateTime from, ZonedDateTime to, Granularity granularity) {
    ZoneRules rules = from.getZone().getRules();
    boolean whole = isWhole(from.getOffset(), granularity);
    ZoneOffsetTransition change = rules.nextTransition(from.toInstant());
    while (whole && change != null && change.getInstant().isBefore(to.toInstant())) {
      whole = isWhole(change.getOffsetAfter(), granularity);
      change = rules.nextTransition(change.getInstant());
    }
    return whole;
  }

  private static boolean isWhole(ZoneOffset offset, Granularity granularity) {
    return offset.getTotalSeconds() % granularity.seconds() == 0;
  }

  /**
   * The starts of the windows that overlap a time, and the end of the last, in Unix time. There is
   * none if the time is empty.
   *
   * @param from inclusive
   * @param to exclusive
   * @param most the maximum number of windows
   * @throws InvalidInput naming {@code from} if there are more windows
   */
  public long[] bounds(ZonedDateTime from, ZonedDateTime to, int most) {
    LongStream.Builder bounds = LongStream.builder();
    ZonedDateTime start = startOf(from);
    int windows = 0;
    while (from.isBefore(to) && start.isBefore(to)) {
      windows++;
      if (windows > most) {
        throw new InvalidInput("from", "the range spans more than " + most + " windows");
      }
      bounds.add(start.toEpochSecond());
      start = next(start);
    }
    if (windows > 0) {
      bounds.add(start.toEpochSecond());
    }
    return bounds.build().toArray();
  }
}
