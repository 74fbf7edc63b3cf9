package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;
import java.util.List;

/**
 * Events of one counter that are all counted, in their order, or not at all.
 *
 * @param events at least one; an event with an id that is remembered is not counted again
 */
public record Increment(CounterName counter, List<BoundedEvent> events) implements Recording {
  /**
   * @throws IllegalArgumentException if there are no events: such an increment has no answer
   */
  public Increment {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an increment of nothing");
    }
  }

  /** Makes an increment of events with the same bounds. */
  public Increment(CounterName counter, Bounds bounds, List<Event> events) {
    this(counter, events.stream().map(event -> new BoundedEvent(event, bounds)).toList());
  }

  @Override
  public int size() {
    return events.size();
  }
}
