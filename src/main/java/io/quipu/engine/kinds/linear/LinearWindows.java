package io.quipu.engine.kinds.linear;

import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.Window;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The windows in the state of a counter.
 *
 * <p>Invariant: a window begins once, is left once, and never changes after that. Times of events
 * only grow, and the time of a step alone decides which windows it leaves. The settings decide only
 * whether a step begins windows, so instances may know different ones. A window has all events of
 * its time from the step on that began it.
 *
 * @param open the windows that hold the last event
 * @param closed the windows that the last step left; to be exported before the next step
 */
public record LinearWindows(Map<Window, Tally> open, Map<Window, Tally> closed) {
  /** No windows, for counters of namespaces that keep none. */
  public static final LinearWindows NONE = new LinearWindows(Map.of(), Map.of());

  public LinearWindows {
    open = Collections.unmodifiableMap(new TreeMap<>(open));
    closed = Collections.unmodifiableMap(new TreeMap<>(closed));
  }

  /**
   * The windows after a step, the closed windows before it having been exported.
   *
   * @param at the time of the step: all its events lie in one minute
   * @param added what the step adds
   * @param begins whether windows of this time begin that are not open; open ones go on anyway
   */
  LinearWindows after(EventTime at, Tally added, boolean begins) {
    Map<Window, Tally> left = new HashMap<>(open);
    Map<Window, Tally> now = new HashMap<>();
    for (Granularity granularity : Granularity.values()) {
      Window window = granularity.windowOf(at);
      Tally before = left.remove(window);
      if (before != null || begins) {
        now.put(window, before == null ? added : before.plus(added));
      }
    }
    return now.isEmpty() && left.isEmpty() ? NONE : new LinearWindows(now, left);
  }
}
