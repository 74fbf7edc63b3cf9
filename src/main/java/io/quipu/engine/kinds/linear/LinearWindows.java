package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The windows in the state of a counter. Times of events only grow, so a window that a step leaves
 * never changes again.
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
   * @param kept whether the namespace keeps windows
   */
  LinearWindows after(EventTime at, Tally added, boolean kept) {
    if (!kept && open.isEmpty()) {
      return NONE;
    }
    Map<Window, Tally> left = new HashMap<>(open);
    Map<Window, Tally> now = new HashMap<>();
    if (kept) {
      for (Granularity granularity : Granularity.values()) {
        Window window = granularity.windowOf(at);
        Tally before = left.remove(window);
        now.put(window, before == null ? added : before.plus(added));
      }
    }
    return new LinearWindows(now, left);
  }
}
