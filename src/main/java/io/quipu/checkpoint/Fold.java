package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.dedup.IdRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes in the rows of a slice: their total, and their tallies by window. Rows with ids are set
 * aside until it is known which of them count. Confined to one context.
 */
final class Fold {
  private final RunningTally total = new RunningTally();
  private final Map<Long, RunningTally> minutes = new HashMap<>();
  private final List<IdRow> undecided = new ArrayList<>();
  private long rows;

  /** A row without an id. */
  void add(EventTime at, long delta, int events) {
    rows++;
    count(at, delta, events);
  }

  /** A row with an id, which may or may not count. */
  void setAside(IdRow row) {
    rows++;
    undecided.add(row);
  }

  /** Counts rows that had been set aside. */
  void countAll(List<IdRow> counted) {
    counted.forEach(row -> count(EventTime.of(row.at()), row.delta(), 1));
  }

  private void count(EventTime at, long delta, int events) {
    total.add(delta, events);
    Window minute = Granularity.MINUTE.windowOf(at);
    minutes.computeIfAbsent(minute.startSecond(), start -> new RunningTally()).add(delta, events);
  }

  /** How many rows it saw, whether they count or not. */
  long rows() {
    return rows;
  }

  /** The rows that were set aside. */
  List<IdRow> undecided() {
    return undecided;
  }

  Tally total() {
    return total.tally();
  }

  /**
   * The tallies of every window that the slice touched, of all granularities.
   *
   * @throws IllegalStateException if those of a granularity do not sum to the total
   */
  Map<Window, Tally> windows() {
    Map<Window, Tally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) -> {
          EventTime within = EventTime.ofEpochSecond(start);
          for (Granularity granularity : Granularity.values()) {
            windows.merge(granularity.windowOf(within), tally.tally(), Tally::plus);
          }
        });
    for (Granularity granularity : Granularity.values()) {
      checkSum(granularity, windows, total());
    }
    return windows;
  }

  static void checkSum(Granularity granularity, Map<Window, Tally> windows, Tally total) {
    Tally sum = Tally.ZERO;
    for (Map.Entry<Window, Tally> window : windows.entrySet()) {
      if (window.getKey().granularity() == granularity) {
        sum = sum.plus(window.getValue());
      }
    }
    if (!sum.equals(total)) {
      throw new IllegalStateException(granularity + " windows sum to " + sum + ", not " + total);
    }
  }
}
