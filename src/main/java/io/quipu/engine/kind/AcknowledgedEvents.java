package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledged events of one counter, for which a caller wants the verdicts.
 *
 * @param shards the number of pages over which the counter is spread
 * @param window how long the ids are remembered, see {@link
 *     io.quipu.engine.model.DeduplicationWindow}
 * @param rows the row of each event, in the order of the events
 * @param ids the stored id of each event; null for an event that was stored without an id
 * @param deltas the delta of each event
 */
public record AcknowledgedEvents(
    CounterName counter,
    int shards,
    int window,
    List<UUID> rows,
    List<@Nullable String> ids,
    List<Long> deltas) {
  public AcknowledgedEvents {
    if (rows.size() != ids.size() || rows.size() != deltas.size()) {
      throw new IllegalArgumentException(
          rows.size() + " rows, " + ids.size() + " ids, " + deltas.size() + " deltas");
    }
  }
}
