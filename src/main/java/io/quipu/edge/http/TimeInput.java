package io.quipu.edge.http;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.InvalidInput;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Reads times of RFC 3339, with {@code Z} or an offset. */
final class TimeInput {
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

  private TimeInput() {}

  /**
   * @param field the name of the field, for the error
   * @throws InvalidInput naming {@code field} if the text is no time of the years 1583 to 5235,
   *     both inclusive, in UTC
   */
  static EventTime parse(String field, String text) {
    Instant instant = instant(field, text);
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
