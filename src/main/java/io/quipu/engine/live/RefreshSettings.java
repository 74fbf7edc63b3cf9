package io.quipu.engine.live;

import io.quipu.engine.time.RetryPolicy;
import java.time.Duration;

/**
 * The intervals at which counters are kept fresh.
 *
 * @param poll the longest that a change made by another instance stays unnoticed, but for the time
 *     of a read
 * @param longestPoll the longest that a counter is not read which did not change as far as is known
 * @param minInterval the shortest time between the starts of two reads of one counter
 * @param firstRetry the pause after a failed read; it doubles with each further failure
 * @param longestRetry where the doubling ends
 * @param readsAtOnce how many reads may be under way at once; the others wait
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
