package io.quipu.edge.counters;

import io.quipu.edge.web.JsonInput;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.input.Rfc3339;
import io.quipu.engine.windows.EventTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads times of RFC 3339, with {@code Z} or an offset, and times before now, such as {@code -7d}.
 */
public final class TimeInput {
  /** Timeuuids reach from October 1582 to March 5236. Only whole years in between are allowed. */
  private static final Instant EARLIEST = startOf(1583);

  private static final Instant TOO_LATE = startOf(5236);

  private static final Pattern BEFORE_NOW = Pattern.compile("-([0-9]{1,6})([mhdw])");
  private static final String BEFORE_NOW_ADVICE =
      "; now is taken, too, and minutes, hours, days or weeks before now: -30m, -24h, -7d, -2w";

  private TimeInput() {}

  /**
   * A time that a query names.
   *
   * @param relative whether the query names it by its distance from now
   */
  public record Named(ZonedDateTime time, boolean relative) {}

  /**
   * Reads a time of RFC 3339, {@code now}, or a number of minutes, hours, days or weeks before now.
   * Days and weeks are those of the zone of {@code now}.
   *
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235
   */
  public static Named parse(String field, String text, ZonedDateTime now) {
    if (text.equals("now")) {
      return new Named(now, true);
    }
    Matcher before = BEFORE_NOW.matcher(text);
    if (!before.matches()) {
      try {
        Instant named = checked(field, text, Rfc3339.parse(text)).instant();
        return new Named(named.atZone(now.getZone()), false);
      } catch (DateTimeException e) {
        throw noTime(field, text, e, BEFORE_NOW_ADVICE);
      }
    }
    long number = Long.parseLong(before.group(1));
    ZonedDateTime time =
        switch (before.group(2)) {
          case "m" -> now.minusMinutes(number);
          case "h" -> now.minusHours(number);
          case "d" -> now.minusDays(number);
          default -> now.minusWeeks(number);
        };
    return new Named(checked(field, text, time.toInstant()).instant().atZone(now.getZone()), true);
  }

  /**
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235,
   *     both inclusive, in UTC
   */
  public static EventTime parse(String field, String text) {
    try {
      return checked(field, text, Rfc3339.parse(text));
    } catch (DateTimeException e) {
      throw noTime(field, text, e, "");
    }
  }

  private static EventTime checked(String field, String text, Instant instant) {
    if (instant.isBefore(EARLIEST) || !instant.isBefore(TOO_LATE)) {
      throw new InvalidInput(
          field,
          field + " is " + JsonInput.shown(text) + ", and must lie in the years 1583 to 5235");
    }
    return EventTime.of(instant);
  }

  private static InvalidInput noTime(
      String field, String text, DateTimeException wrong, String others) {
    return new InvalidInput(
        field, field + " is " + JsonInput.shown(text) + "; " + wrong.getMessage() + others);
  }

  private static Instant startOf(int year) {
    return OffsetDateTime.of(year, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();
  }
}
