package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
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

  /** Adds the settled count of a page, and the count of its tail. An empty tail may be null. */
  void add(PageState state, @Nullable RunningTally since) {
    if (since != null) {
      tail.add(since);
    }
    settled(state);
  }

  /** Adds the settled count of a page. */
  void settled(PageState state) {
    settled = settled.plus(state.of(counter).total());
    until = EventTime.min(until, state.header().until());
  }

  CounterName counter() {
    return counter;
  }

  /** The point up to which all added pages are settled. */
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
