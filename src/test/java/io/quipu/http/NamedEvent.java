package io.quipu.http;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;

/** An event and the counter that it belongs to. */
record NamedEvent(CounterName counter, Event event) {}
