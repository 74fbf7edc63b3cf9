package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import java.util.List;

/**
 * Events of one counter that are counted together, in their order, or not at all.
 *
 * @param events those with an id that was counted before are not counted again
 */
public record Increment(CounterName counter, List<BoundedEvent> events) implements Recording {
  /**
   * @throws IllegalArgumentException if there are no events, which nobody would answer
   */
  public Increment {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an increment of nothing");
    }
  }

  /** Events with the same bounds. */
  public Increment(CounterName counter, Bounds bounds, List<Event> events) {
    this(counter, events.stream().map(event -> new BoundedEvent(event, bounds)).toList());
  }

  @Override
  public int size() {
    return events.size();
  }
}
