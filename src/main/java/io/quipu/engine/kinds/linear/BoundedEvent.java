package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.Event;

/** An event with its own bounds, which hold in addition to the bounds of the namespace. */
public record BoundedEvent(Event event, Bounds bounds) {}
