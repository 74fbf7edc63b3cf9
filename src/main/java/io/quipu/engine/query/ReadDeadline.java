package io.quipu.engine.query;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.Clock;
import java.time.Duration;

/**
 * The time that a read may take: half the wait between the announcement of a collection and the
 * deletion. A read that took longer may have missed rows that are not settled in the state of the
 * page that it has. Half, so that the clocks of a reader and of a collector may differ in rate by a
 * factor of two.
 */
final class ReadDeadline {
  private final Clock clock;
  private final long nanos;

  /**
   * @param collectionWait that of the keyspace
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
   * To be called after the last lookup, before anything is answered.
   *
   * @param started what {@link #start} answered
   * @throws StoreUnavailable if the read took too long; it may be repeated
   */
  void check(long started) {
    if (clock.monotonicNanos() - started >= nanos) {
      throw new StoreUnavailable("The read took too long: rows may have been collected", null);
    }
  }
}
