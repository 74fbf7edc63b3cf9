package io.quipu.cli.transfer;

import io.quipu.engine.input.Rfc3339;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads times as the service does, and in a time zone that is named also local ones. */
final class EntryTime {
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern LOCAL =
      Pattern.compile(DATE + "[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\\.[0-9]+)?)?");
  private static final Pattern BELOW_NANOSECONDS = Pattern.compile("(\\.[0-9]{9})[0-9]+");

  private EntryTime() {}

  /**
   * Reads a time of RFC 3339. In a zone also a date, which is its first moment there, and a time
   * without an offset.
   *
   * @param zone null to refuse what has no offset
   * @throws DateTimeException saying what is wrong with the text, and what to write instead
   */
  static Instant parse(String text, @Nullable ZoneId zone) {
    boolean isDate = isDate(text);
    if (!isDate && !LOCAL.matcher(text).matches()) {
      return Rfc3339.parse(text);
    }
    if (zone == null) {
      return refused(text);
    }
    return isDate ? day(LocalDate.parse(text), zone) : instant(local(text), zone);
  }

  static boolean isDate(String text) {
    return DATE.matcher(text).matches();
  }

  private static LocalDateTime local(String text) {
    String iso = text.replace(' ', 'T').replace('t', 'T');
    return LocalDateTime.parse(BELOW_NANOSECONDS.matcher(iso).replaceFirst("$1"));
  }

  private static Instant day(LocalDate date, ZoneId zone) {
    ZonedDateTime first = date.atStartOfDay(zone);
    if (!first.toLocalDate().equals(date)) {
      throw new DateTimeException("there is no such day in " + zone);
    }
    return first.toInstant();
  }

  private static Instant refused(String text) {
    try {
      return Rfc3339.parse(text);
    } catch (DateTimeException e) {
      throw new DateTimeException(
          e.getMessage() + ", or name its time zone, such as --tz=Europe/Zurich", e);
    }
  }

  private static Instant instant(LocalDateTime local, ZoneId zone) {
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    if (offsets.size() != 1) {
      throw new DateTimeException(
          (offsets.isEmpty() ? "there is no such time in " : "there are two such times in ")
              + zone
              + ", where clocks change; write it with its offset, such as "
              + local.atZone(zone).toOffsetDateTime());
    }
    return local.toInstant(offsets.get(0));
  }
}
