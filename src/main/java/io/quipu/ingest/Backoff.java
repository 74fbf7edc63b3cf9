package io.quipu.ingest;

import java.time.Duration;

/** Pauses between repetitions: doubling from 50 ms to 1 s. */
final class Backoff {
  private static final long FIRST = 50;
  private static final long LONGEST = 1_000;
  private static final int DOUBLINGS = 5;

  private Backoff() {}

  /**
   * @param repetitions before this one
   */
  static Duration pause(int repetitions) {
    return Duration.ofMillis(Math.min(LONGEST, FIRST << Math.min(repetitions, DOUBLINGS)));
  }
}
