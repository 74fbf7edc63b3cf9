package io.quipu.edge.counters;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.InvalidInput;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads times of RFC 3339, with {@code Z} or an offset, and times before now, such as {@code -7d}.
 */
public final class TimeInput {
  /** Timeuuids reach from October 1582 to March 5236. Only whole years in between are allowed. */
  private static final Instant EARLIEST = startOf(1583);

  private static final Instant TOO_LATE = startOf(5236);

  private static final DateTimeFormatter RFC_3339 =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendValue(ChronoField.YEAR, 4, 4, SignStyle.NEVER)
          .appendPattern("-MM-dd'T'HH:mm:ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .appendOffset("+HH:MM", "Z")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);

  private static final Pattern BEFORE_NOW = Pattern.compile("-([0-9]{1,6})([mhdw])");

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
      return new Named(parse(field, text).instant().atZone(now.getZone()), false);
    }
    long number = Long.parseLong(before.group(1));
    ZonedDateTime time =
        switch (before.group(2)) {
          case "m" -> now.minusMinutes(number);
          case "h" -> now.minusHours(number);
          case "d" -> now.minusDays(number);
          default -> now.minusWeeks(number);
        };
    return new Named(checked(field, time.toInstant()).instant().atZone(now.getZone()), true);
  }

  /**
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235,
   *     both inclusive, in UTC
   */
  public static EventTime parse(String field, String text) {
    return checked(field, instant(field, text));
  }

  private static EventTime checked(String field, Instant instant) {
    if (instant.isBefore(EARLIEST) || !instant.isBefore(TOO_LATE)) {
      throw new InvalidInput(field, field + " must lie in the years 1583 to 5235");
    }
    return EventTime.of(instant);
  }

  private static Instant instant(String field, String text) {
    try {
      return OffsetDateTime.parse(text, RFC_3339).toInstant();
    } catch (DateTimeException e) {
      throw new InvalidInput(
          field, field + " must be a time of RFC 3339, such as 2026-01-01T12:00:00Z");
    }
  }

  private static Instant startOf(int year) {
    return OffsetDateTime.of(year, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();
  }
}
