package io.quipu.engine.query;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import java.time.Duration;

/**
 * The time that a read may take: half the wait between the announcement of a collection and the
 * deletion. A longer read may have missed rows that were deleted meanwhile, but are not settled in
 * the page state of the read. The limit is half the wait, so that the clocks of reader and
 * collector may differ in rate by a factor of two.
 */
final class ReadDeadline {
  private final Clock clock;
  private final long nanos;

  /**
   * @param collectionWait the wait of the keyspace
   */
  ReadDeadline(Clock clock, Duration collectionWait) {
    this.clock = clock;
    this.nanos = collectionWait.toNanos() / 2;
  }

  /** The start of a read, to be taken before its first query. */
  long start() {
    return clock.monotonicNanos();
  }

  /**
   * Checks the time of a read. To be called after the last lookup and before the answer.
   *
   * @param started the answer of {@link #start}
   * @throws StoreUnavailable if the read took too long; the read may be repeated
   */
  void check(long started) {
    if (clock.monotonicNanos() - started >= nanos) {
      throw new StoreUnavailable("The read took too long: rows may have been collected", null);
    }
  }
}
