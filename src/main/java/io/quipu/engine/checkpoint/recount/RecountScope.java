package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import io.quipu.engine.store.PageStore.PageState;
import java.util.HashMap;
import java.util.Map;

/**
 * The subject of a recount of a counter on one page: one state of the page, and the distance that
 * the page may move meanwhile. Rows that may be deleted by then are left out from the beginning.
 *
 * @param passed if the page gets further than this, all was in vain
 * @param retained from here on all rows of the counter are there until then
 */
record RecountScope(
    PageState page, CounterName name, CounterState counter, EventTime passed, EventTime retained) {
  static RecountScope of(PageState page, CounterName name, long ticks) {
    CounterState counter = page.of(name);
    EventTime passed = page.header().until().plusTicks(ticks);
    return new RecountScope(page, name, counter, passed, counter.retainedFrom(passed));
  }

  /** This scope, for a counter whose rows were all retained. */
  RecountScope complete() {
    return new RecountScope(page, name, counter, passed, EventTime.MIN);
  }

  EventTime until() {
    return page.header().until();
  }

  /** The windows that the counter's row has: those are not taken from anywhere else. */
  Map<Window, Tally> windows() {
    Map<Window, Tally> windows = new HashMap<>(counter.pending().closed());
    windows.putAll(counter.open());
    return windows;
  }
}
