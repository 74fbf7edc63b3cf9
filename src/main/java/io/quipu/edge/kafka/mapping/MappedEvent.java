package io.quipu.edge.kafka.mapping;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event without an id that a record adds to a counter.
 *
 * @param time the time of the event, which nobody has compared with now; null if it has none
 * @param labels the value of each label that the mapping gives the event
 */
public record MappedEvent(
    CounterName counter, Event event, @Nullable EventTime time, Map<String, String> labels) {}
