package io.quipu.testing.pages;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/** The words of the pages for ranges of time, and for the windows in them. */
final class RangeWords {
  private static final DateTimeFormatter DATE = format("d MMM uuuu");
  private static final DateTimeFormatter MINUTE = format("d MMM uuuu, HH:mm");
  private static final DateTimeFormatter DAY_OF_MONTH = format("d MMM");
  private static final DateTimeFormatter HOUR = format("HH:mm");
  private static final DateTimeFormatter SECOND = format("HH:mm:ss");
  private static final DateTimeFormatter MONTH = format("MMM uuuu");
  private static final Map<String, String> BUTTONS =
      Map.of(
          "1h",
          "Hour",
          "today",
          "Today",
          "yesterday",
          "Yesterday",
          "7d",
          "7 days",
          "30d",
          "30 days",
          "month",
          "Month",
          "year",
          "Year",
          "all",
          "All");
  private static final Map<String, String> WORDS =
      Map.of(
          "1h",
          "in the last hour",
          "today",
          "today",
          "yesterday",
          "yesterday",
          "7d",
          "in the last 7 days",
          "30d",
          "in the last 30 days",
          "month",
          "this month",
          "year",
          "this year");
  private static final Map<String, String> BEFORE =
      Map.of(
          "1h", "the hour before",
          "today", "the same stretch of yesterday",
          "yesterday", "the day before",
          "7d", "the same stretch of the 7 days before",
          "30d", "the same stretch of the 30 days before",
          "month", "the same stretch of last month",
          "year", "the same stretch of last year",
          "days", "as many days before");

  private RangeWords() {}

  private static DateTimeFormatter format(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.UK);
  }

  static String button(String range) {
    return BUTTONS.get(range);
  }

  /** The words after the number of a range. */
  static String after(String range) {
    return WORDS.get(range);
  }

  /** How far away the farther bound of an estimate is. */
  static long farthest(JsonObject answer) {
    double estimate = answer.getDouble("estimate");
    double above = answer.getDouble("upper") - estimate;
    return (long) Math.ceil(Math.max(above, estimate - answer.getDouble("lower")));
  }

  /** The name of what a range is compared with. */
  static String before(String range) {
    return BEFORE.get(range);
  }

  static String days(LocalDate first, LocalDate last) {
    return DATE.format(first) + " to " + DATE.format(last);
  }

  static String since(OffsetDateTime time) {
    return (time.getHour() == 0 && time.getMinute() == 0 ? DATE : MINUTE).format(time);
  }

  /** The label of an hour on an axis; that of midnight names the day. */
  static String hour(OffsetDateTime start) {
    return (start.getHour() == 0 && start.getMinute() == 0 ? DAY_OF_MONTH : HOUR).format(start);
  }

  /** The name of a window with this start, in a chart of some length. */
  static String window(OffsetDateTime start, String granularity, Duration whole) {
    return switch (granularity) {
      case "month" -> MONTH.format(start);
      case "week" -> "week of " + DATE.format(start);
      case "day" -> DATE.format(start);
      default -> (whole.toMinutes() <= 66 ? SECOND : MINUTE).format(start);
    };
  }
}
