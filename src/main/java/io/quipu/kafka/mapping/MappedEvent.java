package io.quipu.kafka.mapping;

import io.quipu.counter.CounterName;

/** What a record adds to a counter. */
public record MappedEvent(CounterName counter, long delta) {}
