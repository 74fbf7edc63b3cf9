package io.quipu.engine.live;

import io.quipu.engine.time.RetryPolicy;
import java.time.Duration;

/**
 * The intervals at which counters are kept fresh.
 *
 * @param poll the longest time until a read that sees a change by another instance
 * @param longestPoll the longest time without a read of a counter that is not known to have changed
 * @param minInterval the shortest time between the starts of two reads of one counter
 * @param firstRetry the pause after a failed read; it doubles with each further failure
 * @param longestRetry the longest pause after a failed read
 * @param readsAtOnce most reads under way at once; further reads wait
 */
public record RefreshSettings(
    Duration poll,
    Duration longestPoll,
    Duration minInterval,
    Duration firstRetry,
    Duration longestRetry,
    int readsAtOnce) {
  public static final RefreshSettings DEFAULT =
      new RefreshSettings(
          Duration.ofMillis(500),
          Duration.ofSeconds(20),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofSeconds(5),
          256);

  /** The pause after the n-th failure in a row, in nanoseconds. */
  long retryNanos(int failures) {
    return RetryPolicy.nanos(firstRetry, longestRetry, failures - 1);
  }
}
