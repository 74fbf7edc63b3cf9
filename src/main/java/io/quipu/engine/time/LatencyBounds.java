package io.quipu.engine.time;

import java.time.Duration;
import java.util.stream.LongStream;

/**
 * The bounds of the buckets in which lengths of time are counted. The same for all, so that what
 * callers wait for can be held against what it is made of; few, as each is a series.
 */
public final class LatencyBounds {
  private static final long[] MILLIS = {
    1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000
  };

  private LatencyBounds() {}

  /** From 1 ms to 10 s, in order. */
  public static Duration[] all() {
    return LongStream.of(MILLIS).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }
}
