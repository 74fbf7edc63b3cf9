package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.LongAdder;

/**
 * What clients know of one counter. The count must lie between what was acknowledged and that plus
 * what is unknown; a refused event is not in it.
 */
final class Ledger {
  final String counter;
  private final LongAdder attempted = new LongAdder();
  private final LongAdder acknowledged = new LongAdder();
  private final LongAdder unknown = new LongAdder();

  Ledger(String counter) {
    this.counter = counter;
  }

  /** To be told before an event is sent for the first time. */
  void attempt(long delta) {
    attempted.add(delta);
  }

  void acknowledge(long delta) {
    acknowledged.add(delta);
  }

  /** The event may have been recorded; it is not sent again. */
  void doubt(long delta) {
    unknown.add(delta);
  }

  long attempted() {
    return attempted.sum();
  }

  long acknowledged() {
    return acknowledged.sum();
  }

  long unknown() {
    return unknown.sum();
  }

  /** Fails unless a count has all that was acknowledged, and nothing else but what is in doubt. */
  void assertHolds(long count) {
    assertThat(count).as(counter).isBetween(acknowledged(), acknowledged() + unknown());
  }
}
