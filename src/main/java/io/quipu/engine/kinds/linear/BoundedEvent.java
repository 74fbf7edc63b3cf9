package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.Event;

/** An event with its own bounds. The count after it must also keep the namespace's bounds. */
public record BoundedEvent(Event event, Bounds bounds) {}
