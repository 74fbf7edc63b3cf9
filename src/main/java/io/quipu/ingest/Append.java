package io.quipu.ingest;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events of one request for one counter.
 *
 * @param shards over how many partitions a bucket of the counter is spread
 * @param window how long ids are remembered, see {@link DeduplicationWindow}
 * @param rowsWanted whether the answer is to name the row of each event
 */
public record Append(
    CounterName counter, int shards, int window, boolean rowsWanted, List<Event> events) {
  /**
   * @throws IllegalArgumentException if there are no events, which nobody would answer
   */
  public Append {
    if (events.isEmpty() || shards < 1 || window < DeduplicationWindow.OFF) {
      throw new IllegalArgumentException(
          events.size() + " events over " + shards + " shards, window " + window);
    }
  }

  /** With the usual window; only the last row is named. */
  public Append(CounterName counter, int shards, List<Event> events) {
    this(counter, shards, DeduplicationWindow.USUAL, false, events);
  }

  /** The id under which an event is stored; null where ids are not remembered. */
  public @Nullable String storedId(Event event) {
    return window == DeduplicationWindow.OFF ? null : event.id();
  }
}
