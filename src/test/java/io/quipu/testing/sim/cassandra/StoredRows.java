package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.testing.sim.cassandra.SimulatedEventLog.RowKey;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The event rows that some replica has, whatever has become of them. */
public final class StoredRows {
  private final Cluster cluster;

  public StoredRows(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A row, and where it is. */
  public record StoredRow(EventPartition partition, int page, EventRow row) {}

  /** All rows of a counter. */
  public List<StoredRow> of(CounterName counter) {
    return rows(counter, true);
  }

  /** Those that were not collected. */
  public List<StoredRow> retained(CounterName counter) {
    return rows(counter, false);
  }

  private List<StoredRow> rows(CounterName counter, boolean collected) {
    List<StoredRow> found = new ArrayList<>();
    for (EventPartition partition : new TreeSet<>(cluster.keys(EventPartition.class))) {
      Rows stored = cluster.merged(partition);
      stored.cells.forEach(
          (place, cell) -> {
            RowKey key = (RowKey) place;
            if (key.counter().equals(counter.name())
                && key.namespace().equals(counter.stored())
                && (collected ? cell.value() : stored.live(key, cell)) instanceof LogRow row) {
              for (EventRow one : row.each()) {
                found.add(new StoredRow(partition, key.page(), one));
              }
            }
          });
    }
    return found;
  }
}
