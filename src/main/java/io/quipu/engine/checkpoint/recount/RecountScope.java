package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Lateness;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import java.util.HashMap;
import java.util.Map;

/**
 * The scope of a recount: a counter in one state of its page, and the time that the page may reach
 * during the recount. Rows that may be deleted by that time are left out from the beginning.
 *
 * @param passed the recount is invalid if the page passes this time before the recount has ended
 * @param retained the time from which on no row of the counter is deleted before the page passes
 *     {@code passed}; {@link EventTime#MIN} if no row was ever deleted
 */
record RecountScope(
    PageState page, CounterName name, CounterState counter, EventTime passed, EventTime retained) {
  /** Makes a scope in which the page may move by {@code ticks}. */
  static RecountScope of(PageState page, CounterName name, long ticks) {
    CounterState counter = page.of(name);
    EventTime passed = page.header().until().plusTicks(ticks);
    return new RecountScope(page, name, counter, passed, counter.retainedFrom(passed));
  }

  /** This scope if no row of the counter was ever deleted. */
  RecountScope complete() {
    return new RecountScope(page, name, counter, passed, EventTime.MIN);
  }

  /**
   * The time from which on windows are compared: the rows of a window before it may be deleted. A
   * row may count in a window that starts later than the row, by {@link Lateness#AHEAD_TICKS} at
   * most.
   */
  EventTime comparedFrom() {
    return retained.equals(EventTime.MIN) || !counter.hasSupplements()
        ? retained
        : retained.plusTicks(Lateness.AHEAD_TICKS);
  }

  /**
   * Tells whether no row of the counter was ever deleted. Events of other minutes lie in windows
   * that do not tell when they were recorded. So the state notes the first of them.
   *
   * @param began a time that no row is before which counts in its own minute
   */
  boolean retainsAll(EventTime began) {
    return !EventTime.min(began, counter.supplementedSince()).isBefore(retained);
  }

  EventTime until() {
    return page.header().until();
  }

  /** The windows in the counter's state. They replace exported copies of the same windows. */
  Map<Window, Tally> windows() {
    Map<Window, Tally> windows = new HashMap<>(counter.pending().closed());
    windows.putAll(counter.open());
    return windows;
  }
}
