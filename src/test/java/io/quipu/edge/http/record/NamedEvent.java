package io.quipu.edge.http.record;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;

/** An event and the counter that it belongs to. */
public record NamedEvent(CounterName counter, Event event) {}
