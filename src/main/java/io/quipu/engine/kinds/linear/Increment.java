package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.Recording;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import java.util.List;

/**
 * Events of one counter that are all counted, in their order, or not at all; or a reset.
 *
 * @param events at least one; an event with an id that is remembered is not counted again; none for
 *     a reset
 * @param resets whether the counter is set back to 0 instead
 */
public record Increment(CounterName counter, List<BoundedEvent> events, boolean resets)
    implements Recording {
  /**
   * @throws IllegalArgumentException if there are no events, and it is no reset: such an increment
   *     has no answer
   */
  public Increment {
    if (events.isEmpty() != resets) {
      throw new IllegalArgumentException(events.size() + " events of a reset: " + resets);
    }
  }

  /** Makes an increment of events. */
  public Increment(CounterName counter, List<BoundedEvent> events) {
    this(counter, events, false);
  }

  /** Makes a reset. */
  public static Increment reset(CounterName counter) {
    return new Increment(counter, List.of(), true);
  }

  /** Makes an increment of events with the same bounds. */
  public Increment(CounterName counter, Bounds bounds, List<Event> events) {
    this(counter, events.stream().map(event -> new BoundedEvent(event, bounds)).toList());
  }

  @Override
  public int size() {
    return resets ? 1 : events.size();
  }
}
