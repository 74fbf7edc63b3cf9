package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.RunningTally;
import io.quipu.engine.model.Tally;
import io.quipu.engine.store.PageStore.PageState;
import org.jspecify.annotations.Nullable;

/** The count of one counter, added up over its pages. Confined to one context. */
final class CountSum {
  private final CounterName counter;
  private final RunningTally tail = new RunningTally();
  private Tally settled = Tally.ZERO;
  private EventTime until = EventTime.MAX;

  CountSum(CounterName counter) {
    this.counter = counter;
  }

  /** Adds a page: what is settled on it, and what counts since, if anything does. */
  void add(PageState state, @Nullable RunningTally since) {
    if (since != null) {
      tail.add(since);
    }
    settled(state);
  }

  /** Adds what is settled on a page. */
  void settled(PageState state) {
    settled = settled.plus(state.of(counter).total());
    until = EventTime.min(until, state.header().until());
  }

  CounterName counter() {
    return counter;
  }

  /** The point that all pages have reached. */
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
