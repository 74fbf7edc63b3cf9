package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A time range that a question names, such as {@code month}, or has the bounds of, in a time zone,
 * and the stretch of the same kind before it. Immutable.
 */
public final class CalendarRange {
  /** The names of ranges in the contract. */
  public static final List<String> NAMES =
      List.of(
          "today",
          "yesterday",
          "24h",
          "7d",
          "30d",
          "week",
          "last-week",
          "month",
          "last-month",
          "year",
          "all");

  private final @Nullable RangeBound from;
  private final RangeBound to;

  /** Null if it depends on the bounds only. */
  private final @Nullable Stretch previous;

  private CalendarRange(@Nullable RangeBound from, RangeBound to, @Nullable Stretch previous) {
    this.from = from;
    this.to = to;
    this.previous = previous;
  }

  /**
   * The time between two bounds.
   *
   * @param from inclusive
   * @param to exclusive
   */
  public record Stretch(RangeBound from, RangeBound to) {}

  /**
   * The range with a name.
   *
   * @param field the name of the field, for the error
   * @param now in the zone of the range
   * @throws InvalidInput naming {@code field} if no range has this name
   */
  public static CalendarRange named(String field, String name, ZonedDateTime now) {
    LocalDate today = now.toLocalDate();
    LocalDate monday = today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    LocalDate month = today.withDayOfMonth(1);
    LocalDate year = today.withDayOfYear(1);
    ZoneDays days = ZoneDays.of(now.getZone());
    return switch (name) {
      case "today" -> lastDays(1, now);
      case "yesterday" -> whole(days, days.before(today, 2), days.before(today, 1), today);
      case "24h" -> between(RangeBound.relative(now.minusHours(24)), RangeBound.relative(now));
      case "7d" -> lastDays(7, now);
      case "30d" -> lastDays(30, now);
      case "week" ->
          untilNow(now, monday, monday.minusWeeks(1), now.toLocalDateTime().minusWeeks(1));
      case "last-week" -> whole(days, monday.minusWeeks(2), monday.minusWeeks(1), monday);
      case "month" -> untilNow(now, month, month.minusMonths(1), monthsBefore(now, 1));
      case "last-month" -> whole(days, month.minusMonths(2), month.minusMonths(1), month);
      case "year" -> untilNow(now, year, year.minusYears(1), monthsBefore(now, 12));
      case "all" -> new CalendarRange(null, RangeBound.relative(now), null);
      default ->
          throw new InvalidInput(
              field,
              field
                  + " is "
                  + InvalidInput.shown(name)
                  + "; ranges are "
                  + String.join(", ", NAMES));
    };
  }

  /** The range between two bounds, the first of which is not after the second. */
  public static CalendarRange between(RangeBound from, RangeBound to) {
    return new CalendarRange(from, to, null);
  }

  private static CalendarRange lastDays(int number, ZonedDateTime now) {
    ZoneDays days = ZoneDays.of(now.getZone());
    LocalDate today = now.toLocalDate();
    LocalDate first = days.before(today, number - 1L);
    LocalDate sameDay = days.before(today, number);
    return untilNow(now, first, days.before(first, number), sameDay.atTime(now.toLocalTime()));
  }

  private static CalendarRange untilNow(
      ZonedDateTime now, LocalDate first, LocalDate previousFirst, LocalDateTime previousEnd) {
    ZoneDays days = ZoneDays.of(now.getZone());
    return new CalendarRange(
        RangeBound.exact(days.startOf(first)),
        RangeBound.relative(now),
        new Stretch(
            RangeBound.exact(days.startOf(previousFirst)),
            RangeBound.relative(days.firstAt(previousEnd))));
  }

  private static CalendarRange whole(
      ZoneDays days, LocalDate previousFirst, LocalDate first, LocalDate end) {
    RangeBound start = RangeBound.exact(days.startOf(first));
    return new CalendarRange(
        start,
        RangeBound.exact(days.startOf(end)),
        new Stretch(RangeBound.exact(days.startOf(previousFirst)), start));
  }

  /** Goes back to the same day and time; to the end of the month if the month has no such day. */
  private static LocalDateTime monthsBefore(ZonedDateTime now, int months) {
    LocalDateTime before = now.toLocalDateTime().minusMonths(months);
    return before.getDayOfMonth() == now.getDayOfMonth()
        ? before
        : before.toLocalDate().plusDays(1).atStartOfDay();
  }

  /** The start, inclusive; empty if the range has all time up to its end. */
  public Optional<RangeBound> from() {
    return Optional.ofNullable(from);
  }

  /** The end, exclusive. */
  public RangeBound to() {
    return to;
  }

  /**
   * The stretch of the same kind before this range; empty if the range has all time.
   *
   * @param rounding moves the bounds of a stretch to those of stored windows
   */
  public Optional<Stretch> previous(UnaryOperator<Stretch> rounding) {
    if (from == null) {
      return Optional.empty();
    }
    return Optional.of(
        previous != null
            ? rounding.apply(previous)
            : before(rounding.apply(new Stretch(from, to))));
  }

  /**
   * The stretch that ends where another begins: with as many months or days if the other has only
   * whole ones, else with the same duration.
   */
  private static Stretch before(Stretch stretch) {
    ZonedDateTime start = stretch.from().time();
    ZonedDateTime end = stretch.to().time();
    return new Stretch(RangeBound.exact(startBefore(start, end)), RangeBound.exact(start));
  }

  private static ZonedDateTime startBefore(ZonedDateTime start, ZonedDateTime end) {
    LocalDate from = start.toLocalDate();
    LocalDate to = end.toLocalDate();
    ZoneDays days = ZoneDays.of(start.getZone());
    if (!start.isEqual(days.startOf(from)) || !end.isEqual(days.startOf(to))) {
      return start.minus(Duration.between(start, end));
    }
    boolean months = from.getDayOfMonth() == 1 && to.getDayOfMonth() == 1;
    return days.startOf(
        months
            ? from.minusMonths(ChronoUnit.MONTHS.between(from, to))
            : days.before(from, days.between(from, to)));
  }
}
