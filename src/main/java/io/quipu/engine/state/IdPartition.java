package io.quipu.engine.state;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.names.Layout;
import io.quipu.engine.windows.EventTime;

/**
 * A partition of the settled ids: the ids of one page and id part that have the same window and
 * were counted within one period. A span as long as the window overlaps at most three periods.
 *
 * @param part the id part, see {@link Layout#idPart}
 * @param window the seconds for which ids are remembered, or {@link DeduplicationWindow#FOREVER}
 * @param period start of the period in seconds of Unix time; 0 for ids that are remembered for ever
 */
public record IdPartition(int page, int part, int window, long period)
    implements Comparable<IdPartition> {
  private static final long SHORTEST_PERIOD = 600;

  public IdPartition {
    if (window < DeduplicationWindow.FOREVER || period != periodOf(window, period)) {
      throw new IllegalArgumentException("no period of " + window + " s starts at " + period);
    }
  }

  /** The partition of an id that was counted. */
  public static IdPartition of(Layout layout, int page, CountedId id) {
    return new IdPartition(
        page, layout.idPart(id.id()), id.window(), periodOf(id.window(), EventTime.of(id.at())));
  }

  /** The length of the periods of a window in seconds; 0 for the one period of {@code FOREVER}. */
  public static long length(int window) {
    return window == DeduplicationWindow.FOREVER ? 0 : Math.max(SHORTEST_PERIOD, (window + 1L) / 2);
  }

  /** The start of the period that holds {@code time}, in seconds of Unix time. */
  public static long periodOf(int window, EventTime time) {
    return periodOf(window, time.epochSecond());
  }

  private static long periodOf(int window, long second) {
    long length = length(window);
    return length == 0 ? 0 : second - Math.floorMod(second, length);
  }

  /** The point from which on no id of this partition is remembered. */
  public EventTime forgotten() {
    return window == DeduplicationWindow.FOREVER
        ? EventTime.MAX
        : EventTime.ofEpochSecond(period + length(window) + window);
  }

  /** The {@link #forgotten()} of the partition of an id that was counted at {@code at}. */
  public static EventTime forgotten(int window, EventTime at) {
    return new IdPartition(0, 0, window, periodOf(window, at)).forgotten();
  }

  /** Compares for hash tables and sorted maps; within a page and window, by time. */
  @Override
  public int compareTo(IdPartition other) {
    int order = Integer.compare(page, other.page);
    order = order != 0 ? order : Integer.compare(window, other.window);
    order = order != 0 ? order : Long.compare(period, other.period);
    return order != 0 ? order : Integer.compare(part, other.part);
  }
}
