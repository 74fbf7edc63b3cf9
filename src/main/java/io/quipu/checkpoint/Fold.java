package io.quipu.checkpoint;

import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.RunningTally;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.store.EventStore;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the rows of a slice: their total, and their tallies by window. Confined to one context.
 */
final class Fold implements EventStore.RowSink {
  private final RunningTally total = new RunningTally();
  private final Map<Long, RunningTally> minutes = new HashMap<>();

  @Override
  public void row(UUID at, long delta, int events, @Nullable String id, int window) {
    total.add(delta, events);
    Window minute = Granularity.MINUTE.windowOf(EventTime.of(at));
    minutes.computeIfAbsent(minute.startSecond(), start -> new RunningTally()).add(delta, events);
  }

  Tally total() {
    return total.tally();
  }

  /** The tallies of every window that the slice touched, of all granularities. */
  Map<Window, Tally> windows() {
    Map<Window, Tally> windows = new HashMap<>();
    minutes.forEach(
        (start, tally) -> {
          EventTime within = EventTime.ofEpochSecond(start);
          for (Granularity granularity : Granularity.values()) {
            windows.merge(granularity.windowOf(within), tally.tally(), Tally::plus);
          }
        });
    return windows;
  }
}
