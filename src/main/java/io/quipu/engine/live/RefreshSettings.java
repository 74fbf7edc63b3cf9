package io.quipu.engine.live;

import io.quipu.engine.time.RetryPolicy;
import java.time.Duration;

/**
 * The intervals and bounds of the reads that keep counters fresh.
 *
 * @param poll the time between two reads of a counter without hints; for resting counters, the
 *     pause between two looks for changes
 * @param longestPoll the time between two reads of a resting counter without a known change
 * @param minInterval the shortest time between the starts of two reads of one counter
 * @param firstRetry the pause after a failed read; doubles with each further failure in a row
 * @param longestRetry the longest pause after a failed read
 * @param readsAtOnce the maximum number of reads under way at once; further reads wait
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

  /** The pause after 1 or more failures in a row, in nanoseconds. */
  long retryNanos(int failures) {
    return RetryPolicy.nanos(firstRetry, longestRetry, failures - 1);
  }
}
