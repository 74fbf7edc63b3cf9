package io.quipu.cli.report;

import io.quipu.client.JsonObject;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/**
 * The time of a total, of which windows may not be kept any more. The total then begins later than
 * the period, or where it ends.
 */
record KeptTime(ReportQuestions asked, JsonObject total) {
  /** Tells whether nothing of the period is kept. */
  boolean isGone() {
    return from().isEqual(end());
  }

  /** Tells whether the period is kept, but not from its beginning on. */
  boolean isInPart() {
    return !isGone()
        && from().toInstant().isAfter(start().atStartOfDay(ZoneId.of(asked.zone())).toInstant());
  }

  /** The days that the total is of, such as {@code on 2026-11-29 (UTC)}. */
  String words() {
    return words(from().toLocalDate());
  }

  /** The days of the whole period, as {@link #words()}. */
  String wholeWords() {
    return words(start());
  }

  private String words(LocalDate from) {
    // the end is the first moment after it
    LocalDate last = end().toLocalDate().minusDays(1);
    return (asked.period() == Period.DAY ? "on " + from : "from " + from + " to " + last)
        + " ("
        + asked.zone()
        + ")";
  }

  /** The first day of the period. */
  LocalDate start() {
    return asked.period().startBefore(end().toLocalDate());
  }

  private OffsetDateTime from() {
    return OffsetDateTime.parse(total.text("from"));
  }

  private OffsetDateTime end() {
    return OffsetDateTime.parse(total.text("to"));
  }
}
