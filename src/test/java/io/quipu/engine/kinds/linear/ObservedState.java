package io.quipu.engine.kinds.linear;

/** What a read answered, and when it was asked and answered. */
public record ObservedState(long count, long events, long asked, long answered) {}
