package io.quipu.engine.query;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import java.time.Duration;

/**
 * The time that a read may take: half the wait between the announcement of a collection and the
 * deletion of the rows. A longer read may miss a row: the row may be deleted during the read
 * although the row is not in the settled part that the read has seen. Half the wait suffices even
 * if the clocks of reader and collector differ in rate by a factor of two.
 */
final class ReadDeadline {
  private final Clock clock;
  private final long nanos;

  /**
   * @param collectionWait the wait, which is fixed for the keyspace
   */
  ReadDeadline(Clock clock, Duration collectionWait) {
    this.clock = clock;
    this.nanos = collectionWait.toNanos() / 2;
  }

  /** Returns the monotonic time. To be called before the first query of a read. */
  long start() {
    return clock.monotonicNanos();
  }

  /**
   * Checks the time of a read. To be called after the last lookup and before the answer.
   *
   * @param started the result of {@link #start}
   * @throws StoreUnavailable if the read took too long; the read may be repeated
   */
  void check(long started) {
    if (clock.monotonicNanos() - started >= nanos) {
      throw new StoreUnavailable("The read took too long: rows may have been collected", null);
    }
  }
}
