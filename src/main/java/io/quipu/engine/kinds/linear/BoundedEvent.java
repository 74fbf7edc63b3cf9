package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.Event;

/** An event, and the bounds that the count must keep after it, besides those of its namespace. */
public record BoundedEvent(Event event, Bounds bounds) {}
