package io.quipu.engine.kinds.linear;

public record ObservedState(long count, long events, long asked, long answered) {}
