package io.quipu.engine.kinds.sketch;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import java.util.EnumSet;
import java.util.Set;

/** The windows of sketches: which a namespace has, and when a window is closed. */
final class SketchWindows {
  /** Minutes are not offered: each would be a state of its own of each counter. */
  private static final Set<Granularity> OFFERED = Set.of(Granularity.HOUR, Granularity.DAY);

  private static final Set<Granularity> OF_EARLIER_VERSIONS = EnumSet.allOf(Granularity.class);

  private static final long CLOSED_AFTER_TICKS = 20 * EventTime.TICKS_PER_SECOND;

  private SketchWindows() {}

  /**
   * The windows of a namespace. Earlier versions stored all granularities for sketches and kept
   * none of them, so that all together stand for none.
   */
  static Set<Granularity> of(Namespace namespace) {
    return namespace.windows().equals(OF_EARLIER_VERSIONS) ? Set.of() : namespace.windows();
  }

  /**
   * Checks the windows of a new or changed namespace.
   *
   * @param given whether the caller names them
   * @throws InvalidInput naming {@code windows}
   */
  static void check(Namespace next, boolean given) {
    if (!OFFERED.containsAll(given ? next.windows() : of(next))) {
      throw new InvalidInput("windows", "windows of kind sketch may be hour and day only");
    }
  }

  /**
   * The point from which on no writer begins a shard of a window.
   *
   * @param end the end of the window
   */
  static EventTime closed(EventTime end) {
    return end.plusTicks(CLOSED_AFTER_TICKS);
  }
}
