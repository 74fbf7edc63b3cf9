package io.quipu.cassandra.findings;

import java.time.Duration;

/** Durations in words: the largest unit that fits, with up to two digits more. */
final class Durations {
  private Durations() {}

  static String text(Duration length) {
    long seconds = length.abs().toSeconds();
    if (seconds >= 2 * 86_400L) {
      return seconds / 86_400 + " days";
    }
    if (seconds >= 2 * 3_600L) {
      return seconds / 3_600 + " h";
    }
    return seconds >= 120 ? seconds / 60 + " min" : seconds + " s";
  }
}
