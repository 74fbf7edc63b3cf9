package io.quipu.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before an attempt: doubled each time, up to a bound, and drawn from the upper
 * half, so that many clients do not come back together.
 */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration MOST = Duration.ofSeconds(5);
  private static final int DOUBLINGS = 7;

  private Backoff() {}

  /**
   * The pause after an attempt that failed.
   *
   * @param failures how many have failed one after the other, from 1
   */
  static Duration after(int failures) {
    return after(failures, ThreadLocalRandom.current().nextDouble());
  }

  /** Returns the pause after failures, with the draw given, from 0 to 1. */
  static Duration after(int failures, double draw) {
    long nanos = FIRST.toNanos() << Math.min(failures - 1, DOUBLINGS);
    return Duration.ofNanos((long) (Math.min(nanos, MOST.toNanos()) * (0.5 + draw / 2)));
  }
}
