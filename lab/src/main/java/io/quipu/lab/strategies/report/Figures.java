package io.quipu.lab.strategies.report;

import io.quipu.lab.strategies.measure.Result;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers for people. */
final class Figures {
  static final String NOT_MEASURED = "–";

  private Figures() {}

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Formats a time in ms: two decimals below 1 ms, one below 10 ms, otherwise none. */
  static String time(@Nullable Duration time) {
    if (time == null) {
      return NOT_MEASURED;
    }
    double millis = time.toNanos() / 1e6;
    int digits = millis < 1 ? 2 : millis < 10 ? 1 : 0;
    return String.format(Locale.ROOT, "%,." + digits + "f ms", millis);
  }

  /** Formats the difference from the right count, and the unanswered increments if any. */
  static String outcome(Result.@Nullable Outcome outcome) {
    if (outcome == null) {
      return NOT_MEASURED;
    }
    String count =
        outcome.difference() == 0
            ? "right"
            : String.format(Locale.ROOT, "%+,d", outcome.difference());
    return outcome.unanswered() == 0
        ? count
        : count + ", " + count(outcome.unanswered()) + " not answered";
  }
}
