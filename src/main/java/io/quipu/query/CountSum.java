package io.quipu.query;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.store.PageStore.PageState;

/** The count of one counter, added up over its pages. Confined to one context. */
final class CountSum {
  private final CounterName counter;
  private final RunningTally tail = new RunningTally();
  private Tally settled = Tally.ZERO;
  private EventTime until = EventTime.MAX;

  CountSum(CounterName counter) {
    this.counter = counter;
  }

  /** Adds what is settled on a page. */
  void settled(PageState state) {
    settled = settled.plus(state.of(counter).total());
    until = EventTime.min(until, state.header().until());
  }

  /** Adds a row of a tail. */
  void counts(long delta, int moreEvents) {
    tail.add(delta, moreEvents);
  }

  /** Takes away what a reset in a tail does. */
  void takesAway(Tally away) {
    tail.subtract(away);
  }

  CounterName counter() {
    return counter;
  }

  /** Up to where the last page has got. */
  EventTime until() {
    return until;
  }

  Tally settled() {
    return settled;
  }

  Count count() {
    return new Count(counter, settled, until, tail.tally());
  }
}
