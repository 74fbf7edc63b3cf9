package io.quipu.engine.time;

import java.time.Duration;

/**
 * The pauses between the attempts of some work, and the time after which the work is given up. Each
 * pause is twice as long as the pause before, up to a longest pause. Confined to the scheduler's
 * context.
 */
public final class RetryPolicy {
  private static final int MOST_DOUBLINGS = 20;

  private final Clock clock;
  private final Scheduler scheduler;
  private final Duration first;
  private final Duration longest;
  private final Duration patience;

  /**
   * @param first the first pause
   * @param longest the longest pause
   * @param patience the time from the start of the work after which no further attempt is made
   */
  public RetryPolicy(
      Clock clock, Scheduler scheduler, Duration first, Duration longest, Duration patience) {
    this.clock = clock;
    this.scheduler = scheduler;
    this.first = first;
    this.longest = longest;
    this.patience = patience;
  }

  /** Tells whether work that began at {@code since} (monotonic nanoseconds) is to be given up. */
  public boolean isOver(long since) {
    return clock.monotonicNanos() - since >= patience.toNanos();
  }

  /** Runs {@code task} when work that began at {@code since} is to be given up. */
  public void whenOver(long since, Runnable task) {
    long left = since + patience.toNanos() - clock.monotonicNanos();
    scheduler.after(Duration.ofNanos(Math.max(0, left)), task);
  }

  /** Runs {@code task} after a pause; {@code before} is the number of earlier pauses. */
  public void pause(int before, Runnable task) {
    pause(before, 1, task);
  }

  /**
   * Runs {@code task} after a fraction of a pause.
   *
   * @param before the number of earlier pauses
   * @param part the fraction of the pause, from 0 to 1; with a random fraction, callers whose
   *     attempts collided try again at different times
   */
  public void pause(int before, double part, Runnable task) {
    scheduler.after(Duration.ofNanos((long) (part * nanos(first, longest, before))), task);
  }

  /** The length of a pause in nanoseconds; {@code before} is the number of earlier pauses. */
  public static long nanos(Duration first, Duration longest, int before) {
    return Math.min(first.toNanos() << Math.min(before, MOST_DOUBLINGS), longest.toNanos());
  }
}
