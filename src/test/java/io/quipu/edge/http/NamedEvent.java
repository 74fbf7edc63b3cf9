package io.quipu.edge.http;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Event;

/** An event and the counter that it belongs to. */
record NamedEvent(CounterName counter, Event event) {}
