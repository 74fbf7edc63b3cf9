package io.quipu.kinds.linear;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import java.util.List;

/**
 * Events of one counter that are counted together, in their order, or not at all.
 *
 * @param bounds which the count must keep after each of them
 * @param events those with an id that was counted before are not counted again
 */
public record Increment(CounterName counter, Bounds bounds, List<Event> events) {
  /**
   * @throws IllegalArgumentException if there are no events, which nobody would answer
   */
  public Increment {
    if (events.isEmpty()) {
      throw new IllegalArgumentException("an increment of nothing");
    }
  }
}
