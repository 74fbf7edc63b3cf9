package io.quipu.edge.kafka.mapping;

import io.quipu.engine.model.CounterName;

/** The delta that a record adds to a counter. */
public record MappedEvent(CounterName counter, long delta) {}
