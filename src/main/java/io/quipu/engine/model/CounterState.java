package io.quipu.engine.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settled part of one counter on a page, as it stood after the last step that changed it.
 * Between that step and the page's {@code until} nothing of it has changed.
 *
 * @param total every event before {@code until} and since the last reset, counted once and for all
 * @param until exclusive: of the counter's own last step; never after that of the page
 * @param open the windows that hold {@code until}, as far as they have counted something
 * @param pending what its last step decided, for others to find elsewhere: exported before the
 *     page's next step, and still here until the counter's next one
 * @param retentions the {@link RetentionClass}es of all rows it ever had, a bit for each
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

  /** Tells whether no step ever changed it. */
  public boolean isNew() {
    return until.equals(EventTime.MIN);
  }

  /** This state without the facts that were exported, for a counter that rests. */
  public CounterState exported() {
    return new CounterState(total, until, open, PendingFacts.NONE, retentions);
  }

  /** The point from where on all rows of the counter are there. */
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
