package io.quipu.engine.kinds.linear;

import io.quipu.engine.state.Event;

/**
 * An event with its own bounds, which hold in addition to the bounds of the namespace.
 *
 * @param first whether the event counts only if its counter has no events since its last reset
 */
public record BoundedEvent(Event event, Bounds bounds, boolean first) {
  /** An event that counts no matter what was counted before. */
  public BoundedEvent(Event event, Bounds bounds) {
    this(event, bounds, false);
  }
}
