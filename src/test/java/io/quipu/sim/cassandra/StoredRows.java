package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import java.util.ArrayList;
import java.util.List;

/** The event rows that some replica has, whatever has become of them. */
public final class StoredRows {
  private final Cluster cluster;

  public StoredRows(Cluster cluster) {
    this.cluster = cluster;
  }

  /** All rows of a counter in the partitions that are named somewhere. */
  public List<EventRow> of(CounterName counter) {
    List<EventRow> rows = new ArrayList<>();
    Rows buckets = cluster.merged(new SimulatedEventStore.Buckets(counter));
    for (Cell bucket : buckets.cells.values()) {
      if (buckets.live(bucket) instanceof Partition partition) {
        Rows stored = cluster.merged(partition);
        for (Cell cell : stored.cells.values()) {
          if (stored.live(cell) instanceof EventRow row) {
            rows.add(row);
          }
        }
      }
    }
    return rows;
  }
}
