package io.quipu.ingest;

import java.time.Duration;

/** Pauses between repetitions: doubling from 50 ms to 1 s. */
final class Backoff {
  private static final long FIRST = 50;
  private static final long LONGEST = 1_000;

  private long millis = FIRST;

  Duration next() {
    Duration pause = Duration.ofMillis(millis);
    millis = Math.min(LONGEST, millis * 2);
    return pause;
  }
}
