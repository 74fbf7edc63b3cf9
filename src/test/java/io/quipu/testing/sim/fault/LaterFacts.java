package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.store.SettledIds.Sink;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Facts of steps after the state of the page that somebody works with. They are told as of just
 * before that state, or they would be ignored.
 */
record LaterFacts(Map<Integer, EventTime> until) {
  LaterFacts() {
    this(new HashMap<>());
  }

  /** Notes up to where each page was when it was read. */
  record Pages(PageStore real, LaterFacts later) {
    public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
      return real.read(page, counters)
          .thenApply(
              found -> {
                later.until.put(page, found.header().until());
                return found;
              });
    }
  }

  Sink told(int page, Sink sink) {
    return (counter, fact) -> sink.counted(counter, earlier(page, fact));
  }

  private CountedId earlier(int page, CountedId fact) {
    EventTime end = until.getOrDefault(page, EventTime.MAX);
    boolean later = !EventTime.of(fact.at()).isBefore(end) && end.isAfter(EventTime.MIN);
    return later
        ? new CountedId(
            fact.id(), end.plusTicks(-1).timeuuid(0, 1), fact.delta(), fact.events(), fact.window())
        : fact;
  }
}
