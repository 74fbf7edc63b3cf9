package io.quipu.engine.kind;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import java.util.List;
import java.util.UUID;

/**
 * Acknowledged events of one counter, for which a caller wants the verdicts.
 *
 * @param shards the number of pages over which the counter is spread
 * @param window how long the ids are remembered, see {@link
 *     io.quipu.engine.names.DeduplicationWindow}
 * @param rows the row of each event, in the order of the events
 * @param events the events, each with its stored id; null for an event that was stored without an
 *     id
 */
public record AcknowledgedEvents(
    CounterName counter, int shards, int window, List<UUID> rows, List<Event> events) {
  public AcknowledgedEvents {
    if (rows.size() != events.size()) {
      throw new IllegalArgumentException(rows.size() + " rows, " + events.size() + " events");
    }
  }
}
