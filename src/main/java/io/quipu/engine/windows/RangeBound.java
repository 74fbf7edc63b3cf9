package io.quipu.engine.windows;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Rfc3339;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The start or the end of a range, in the time zone of the range.
 *
 * @param relative whether the bound moves with the clock: it then means the stored window that
 *     holds it; any other bound is exact
 */
public record RangeBound(ZonedDateTime time, boolean relative) {
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern BEFORE_NOW = Pattern.compile("-([0-9]{1,6})(m|h|d|w|mo|y)");
  private static final String ADVICE =
      "; dates such as 2026-01-31 and now are taken, too, and times before now: -30m, -24h, -7d,"
          + " -2w, -1mo, -1y";

  /** A bound that stays where it is. */
  public static RangeBound exact(ZonedDateTime time) {
    return new RangeBound(time, false);
  }

  /** A bound that moves with the clock. */
  public static RangeBound relative(ZonedDateTime time) {
    return new RangeBound(time, true);
  }

  /**
   * Parses a time of RFC 3339, a date, {@code now}, or a number of minutes, hours, days, weeks,
   * months or years before now. A date is its midnight in the zone of {@code now}; days and longer
   * units are those of this zone.
   *
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235
   */
  public static RangeBound parse(String field, String text, ZonedDateTime now) {
    if (text.equals("now")) {
      return relative(now);
    }
    Matcher before = BEFORE_NOW.matcher(text);
    if (!before.matches()) {
      return exact(named(field, text, now.getZone()));
    }
    ZonedDateTime time = before(now, Long.parseLong(before.group(1)), before.group(2));
    EventTime.checked(field, text, time.toInstant());
    return relative(time);
  }

  private static ZonedDateTime before(ZonedDateTime now, long number, String unit) {
    ZoneDays days = ZoneDays.of(now.getZone());
    LocalDateTime clock = now.toLocalDateTime();
    return switch (unit) {
      case "m" -> now.minusMinutes(number);
      case "h" -> now.minusHours(number);
      case "d" ->
          days.firstAt(days.before(clock.toLocalDate(), number).atTime(clock.toLocalTime()));
      case "w" -> days.firstAt(clock.minusWeeks(number));
      case "mo" -> days.firstAt(clock.minusMonths(number));
      default -> days.firstAt(clock.minusYears(number));
    };
  }

  private static ZonedDateTime named(String field, String text, ZoneId zone) {
    try {
      Instant instant =
          DATE.matcher(text).matches()
              ? date(text).atStartOfDay(zone).toInstant()
              : Rfc3339.parse(text);
      return EventTime.checked(field, text, instant).instant().atZone(zone);
    } catch (DateTimeException e) {
      throw new InvalidInput(
          field, field + " is " + InvalidInput.shown(text) + "; " + e.getMessage() + ADVICE);
    }
  }

  private static LocalDate date(String text) {
    return LocalDate.of(
        Integer.parseInt(text.substring(0, 4)),
        Integer.parseInt(text.substring(5, 7)),
        Integer.parseInt(text.substring(8)));
  }
}
