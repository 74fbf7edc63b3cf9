package io.quipu.engine.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settled part of one counter on a page, after the last step that changed the counter. The
 * counter did not change between that step and the page's {@code until}.
 *
 * @param total all events before {@code until} and since the last reset
 * @param until exclusive end of the counter's own last step; never after the page's {@code until}
 * @param open the windows that hold {@code until} and have counted something
 * @param pending the facts that the counter's last step decided; exported to tables of their own
 *     before the page's next step, and kept here until the counter's next step
 * @param retentions the {@link RetentionClass}es of all rows that the counter ever had, one bit for
 *     each class
 */
public record CounterState(
    Tally total, EventTime until, Map<Window, Tally> open, PendingFacts pending, int retentions) {
  /** A counter that was never settled. */
  public static final CounterState NONE =
      new CounterState(Tally.ZERO, EventTime.MIN, Map.of(), PendingFacts.NONE, 0);

  /**
   * @throws IllegalArgumentException if an open window does not hold {@code until}, or there are
   *     fewer than no events
   */
  public CounterState {
    if (total.events() < 0) {
      throw new IllegalArgumentException("fewer than no events: " + total.events());
    }
    open = Collections.unmodifiableMap(new TreeMap<>(open));
    for (Window window : open.keySet()) {
      if (window.start().isAfter(until) || !window.end().isAfter(until)) {
        throw new IllegalArgumentException(window + " does not hold " + until);
      }
    }
  }

  /** Tells whether no step ever changed the counter. */
  public boolean isNew() {
    return until.equals(EventTime.MIN);
  }

  /** The state without its exported facts, for a counter that rests. */
  public CounterState exported() {
    return new CounterState(total, until, open, PendingFacts.NONE, retentions);
  }

  /** The point from which on no row of the counter may be deleted yet. */
  public EventTime retainedFrom(EventTime collected) {
    EventTime from = EventTime.MIN;
    for (int retention = 0; retention <= RetentionClass.FOREVER; retention++) {
      if ((retentions & 1 << retention) != 0) {
        from = EventTime.max(from, RetentionClass.deletable(retention, collected));
      }
    }
    return from;
  }
}
