package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;

/** The time of a report: the last full day, week or month. */
public enum Period {
  DAY("yesterday", "hour", ChronoUnit.DAYS),
  WEEK("last-week", "day", ChronoUnit.WEEKS),
  MONTH("last-month", "day", ChronoUnit.MONTHS);

  private final String range;
  private final String granularity;
  private final ChronoUnit length;

  Period(String range, String granularity, ChronoUnit length) {
    this.range = range;
    this.granularity = granularity;
    this.length = length;
  }

  /** The range of questions about it. */
  String range() {
    return range;
  }

  /** The length of the windows that a report shows. */
  String granularity() {
    return granularity;
  }

  /** Its name in a sentence, such as {@code last week}. */
  String words() {
    return range.replace('-', ' ');
  }

  /** The name of the period before. */
  String before() {
    return "the " + name().toLowerCase(Locale.ROOT) + " before";
  }

  /** The bounds of the period before, as a range of a question that is asked on a day. */
  JsonObject before(LocalDate today) {
    LocalDate end = startBefore(start(today));
    return new JsonObject().put("from", startBefore(end).toString()).put("to", end.toString());
  }

  /** The first day of the period that ends where a day begins. */
  LocalDate startBefore(LocalDate end) {
    return end.minus(1, length);
  }

  private LocalDate start(LocalDate today) {
    return switch (this) {
      case DAY -> today;
      case WEEK -> today.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
      case MONTH -> today.withDayOfMonth(1);
    };
  }
}
