package io.quipu.engine.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times of RFC 3339, all that its grammar has: offsets up to 23:59, any number of digits of a
 * second, and leap seconds. A leap second is the last instant of its minute, so that it belongs to
 * the day that it ends.
 */
public final class Rfc3339 {
  private static final Pattern GRAMMAR =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?"
              + "(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))");

  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern NO_OFFSET =
      Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?");
  private static final Pattern PLUS_LOST = Pattern.compile(".*[0-9] [0-9]{2}:?[0-9]{2}");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

  private static final int NANO_DIGITS = 9;
  private static final int LAST_NANO = 999_999_999;

  private Rfc3339() {}

  /**
   * @throws DateTimeException saying what is wrong with the text, and what to write instead
   */
  public static Instant parse(String text) {
    Matcher form = GRAMMAR.matcher(text);
    if (!form.matches()) {
      throw new DateTimeException(advice(text));
    }
    int offsetHours = number(form, 9);
    int offsetMinutes = number(form, 10);
    if (offsetHours > 23 || offsetMinutes > 59) {
      throw new DateTimeException("its offset must lie between -23:59 and +23:59");
    }
    boolean isLeap = form.group(6).equals("60");
    LocalDateTime local =
        LocalDateTime.of(
            number(form, 1),
            number(form, 2),
            number(form, 3),
            number(form, 4),
            number(form, 5),
            isLeap ? 59 : number(form, 6),
            isLeap ? LAST_NANO : nanos(form.group(7)));
    int sign = "-".equals(form.group(8)) ? 1 : -1;
    LocalDateTime utc = local.plusMinutes(sign * (offsetHours * 60L + offsetMinutes));
    if (isLeap && !endsMonth(utc)) {
      throw new DateTimeException("a second 60 is only at 23:59:60Z on the last day of a month");
    }
    return utc.toInstant(ZoneOffset.UTC);
  }

  private static boolean endsMonth(LocalDateTime utc) {
    return utc.getHour() == 23
        && utc.getMinute() == 59
        && utc.toLocalDate().equals(YearMonth.from(utc).atEndOfMonth());
  }

  private static int number(Matcher form, int group) {
    return form.group(group) == null ? 0 : Integer.parseInt(form.group(group));
  }

  private static int nanos(@Nullable String fraction) {
    if (fraction == null) {
      return 0;
    }
    String digits = fraction.substring(0, Math.min(NANO_DIGITS, fraction.length()));
    return Integer.parseInt(digits + "0".repeat(NANO_DIGITS - digits.length()));
  }

  private static String advice(String text) {
    String example = "such as 2026-01-01T12:00:00Z";
    if (DATE.matcher(text).matches()) {
      return "a date needs a time of day and an offset: " + text + "T00:00:00Z";
    }
    if (NO_OFFSET.matcher(text).matches()) {
      return "a time ends in seconds and an offset, Z or as in +02:00, " + example;
    }
    if (PLUS_LOST.matcher(text).matches()) {
      return "an offset begins with + or -, as in 12:00:00+02:00; in a URL, write + as %2B";
    }
    return NUMBER.matcher(text).matches()
        ? "a number is no time: write it as RFC 3339 does, " + example
        : "a time is one of RFC 3339, " + example;
  }
}
