package io.quipu.testing.fuzz;

import io.quipu.engine.windows.EventTime;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The grammar of times in RFC 3339, and the arithmetic of java.time. */
public final class ReferenceTime {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.([0-9]+))?"
              + "(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))");

  private ReferenceTime() {}

  /** The time of a text; empty if it is none of the years 1583 to 5235. */
  public static Optional<EventTime> parse(String text) {
    Matcher form = RFC_3339.matcher(text);
    if (!form.matches() || number(form, 9) > 23 || number(form, 10) > 59) {
      return Optional.empty();
    }
    try {
      // A leap second ends the last minute of a month in UTC, and is its last instant.
      boolean isLeap = form.group(6).equals("60");
      LocalDateTime local =
          LocalDateTime.of(
              number(form, 1),
              number(form, 2),
              number(form, 3),
              number(form, 4),
              number(form, 5),
              isLeap ? 59 : number(form, 6));
      Duration offset = Duration.ofHours(number(form, 9)).plusMinutes(number(form, 10));
      LocalDateTime utc =
          local
              .minus("-".equals(form.group(8)) ? offset.negated() : offset)
              .plusNanos(isLeap ? 999_999_999 : nanos(form));
      if (isLeap && !utc.plusSeconds(1).toString().endsWith("-01T00:00:00.999999999")) {
        return Optional.empty();
      }
      return utc.getYear() < 1583 || utc.getYear() > 5235
          ? Optional.empty()
          : Optional.of(EventTime.of(utc.toInstant(ZoneOffset.UTC)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(Matcher form, int group) {
    return form.group(group) == null ? 0 : Integer.parseInt(form.group(group));
  }

  private static long nanos(Matcher form) {
    String fraction = form.group(7) == null ? "" : form.group(7);
    return Long.parseLong((fraction + "000000000").substring(0, 9));
  }
}
