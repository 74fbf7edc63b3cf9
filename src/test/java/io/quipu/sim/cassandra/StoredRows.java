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

  /** All rows of a counter in the partitions that are or were named somewhere. */
  public List<EventRow> of(CounterName counter) {
    return rows(counter, true);
  }

  /** Those that were not collected. */
  public List<EventRow> retained(CounterName counter) {
    return rows(counter, false);
  }

  private List<EventRow> rows(CounterName counter, boolean collected) {
    List<EventRow> rows = new ArrayList<>();
    Rows buckets = cluster.merged(new SimulatedEventStore.Buckets(counter));
    for (Comparable<?> name : buckets.cells.keySet()) {
      SimulatedEventStore.BucketShard bucket = (SimulatedEventStore.BucketShard) name;
      Rows stored = cluster.merged(new Partition(counter, bucket.start(), bucket.shard()));
      for (Cell cell : stored.cells.values()) {
        if ((collected ? cell.value() : stored.live(cell)) instanceof EventRow row) {
          rows.add(row);
        }
      }
    }
    return rows;
  }
}
