package io.quipu.lab.abuse;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The answers to honest clients in one stretch of time. Used by several threads. */
final class Figures {
  private static final double MICROS = 1_000;

  private final Histogram micros = new Histogram(3);
  private long answered;
  private long refused;
  private long unanswered;

  synchronized void answered(long nanos) {
    answered++;
    micros.recordValue(nanos / 1_000);
  }

  /** A 503 or the like, which is an answer, and no good one. */
  synchronized void refused() {
    refused++;
  }

  /** No answer, or no connection. */
  synchronized void unanswered() {
    unanswered++;
  }

  synchronized String millis(double percentile) {
    return answered == 0
        ? "-"
        : String.format(Locale.ROOT, "%,.1f", micros.getValueAtPercentile(percentile) / MICROS);
  }

  synchronized String counts() {
    return String.format(Locale.ROOT, "%,d / %,d / %,d", answered, refused, unanswered);
  }
}
