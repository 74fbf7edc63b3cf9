package io.quipu.kinds.linear;

import io.quipu.counter.Event;

/**
 * An event, and the bounds that the count must keep after it.
 *
 * @param bounds of the event and of its namespace, both
 */
public record BoundedEvent(Event event, Bounds bounds) {}
