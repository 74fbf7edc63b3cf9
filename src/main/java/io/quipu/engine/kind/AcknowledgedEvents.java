package io.quipu.engine.kind;

import io.quipu.engine.model.CounterName;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledged events of one counter, to be told what becomes of each.
 *
 * @param shards over how many pages the counter is spread
 * @param window for how long their ids are remembered, see {@link
 *     io.quipu.engine.model.DeduplicationWindow}
 * @param rows the row of each, in the order of the events
 * @param ids the id of each that was stored with one, else null
 * @param deltas of each
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
