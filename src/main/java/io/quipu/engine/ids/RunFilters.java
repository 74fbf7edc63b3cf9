package io.quipu.engine.ids;

import io.quipu.engine.state.RunPlace;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The filters that a process holds, of the pieces of runs that were used last. A filter never
 * changes, as its piece never gets more ids. Safe for use by several threads.
 */
public final class RunFilters {
  /** The estimated bytes of a filter without its bits, and of its place. */
  private static final int OVERHEAD = 200;

  private final long most;
  private final Map<RunPlace, RunFilter> filters = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * @param most the maximum size of all filters in bytes, as estimated
   */
  public RunFilters(long most) {
    this.most = most;
  }

  /** Filters in a sixteenth of the heap. */
  public static RunFilters ofHeap() {
    return new RunFilters(Runtime.getRuntime().maxMemory() / 16);
  }

  /** The filter of a place; null if it is not held. */
  public synchronized @Nullable RunFilter get(RunPlace place) {
    return filters.get(place);
  }

  /** Holds a filter, and drops those that were not used for longest if there are too many. */
  public synchronized void put(RunPlace place, RunFilter filter) {
    RunFilter before = filters.put(place, filter);
    bytes += OVERHEAD + filter.bytes() - (before == null ? 0 : OVERHEAD + before.bytes());
    var eldest = filters.values().iterator();
    while (bytes > most && eldest.hasNext()) {
      bytes -= OVERHEAD + eldest.next().bytes();
      eldest.remove();
    }
  }

  /**
   * Tells whether filters of a page take so much that loading them for a few ids would drop others
   * that are needed as much.
   *
   * @param ids the number of ids on the page
   */
  public boolean isCrowdedBy(long ids) {
    return 2 * ids > most / 4;
  }
}
