package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.sim.cassandra.PlainRead.Slice;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.PartitionRows;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;

/** Event rows, with the index of the partitions that hold them, over the simulated replicas. */
public final class SimulatedEventStore implements EventStore {
  private final Driver driver;
  private final IntSupplier pageSizes;

  /** With pages so small that most slices take several, read at different times. */
  public SimulatedEventStore(Driver driver) {
    this(driver, () -> 2 + driver.random().below(12));
  }

  private SimulatedEventStore(Driver driver, IntSupplier pageSizes) {
    this.driver = driver;
    this.pageSizes = pageSizes;
  }

  /** One that reads every slice at once, however many rows it has. */
  public static SimulatedEventStore withoutPages(Driver driver) {
    return new SimulatedEventStore(driver, () -> Integer.MAX_VALUE);
  }

  /** Names the partitions of a counter. */
  record Buckets(CounterName counter) {}

  /** Names the counters that changed in a minute, for one slot. */
  record Dirty(long minute, int slot) {}

  /** A partition in the order of buckets. */
  record BucketShard(long start, int shard) implements Comparable<BucketShard> {
    @Override
    public int compareTo(BucketShard other) {
      int byStart = Long.compare(start, other.start);
      return byStart != 0 ? byStart : Integer.compare(shard, other.shard);
    }
  }

  /** When the rows of a bucket are written, whatever any clock says. */
  static long writtenAt(long bucket) {
    return bucket * 1_000_000;
  }

  @Override
  public CompletionStage<WriteOutcome> append(List<PartitionRows> parts) {
    List<Mutation> mutations = new ArrayList<>();
    for (PartitionRows part : parts) {
      Partition partition = part.partition();
      mutations.add(rows(partition, part.rows(), writtenAt(partition.bucket())));
    }
    return driver.write(mutations);
  }

  /** The same at another timestamp than that of the bucket. */
  public CompletionStage<WriteOutcome> append(
      Partition partition, List<EventRow> rows, long timestamp) {
    return driver.write(rows(partition, rows, timestamp));
  }

  private static Mutation rows(Partition partition, List<EventRow> rows, long timestamp) {
    Map<TimeuuidKey, EventRow> values = new TreeMap<>();
    rows.forEach(row -> values.put(new TimeuuidKey(row.at()), row));
    return Mutation.rows(partition, values, timestamp);
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    CounterName counter = partition.counter();
    long timestamp = writtenAt(partition.bucket());
    Dirty dirty = new Dirty(partition.bucket(), DirtyCounters.slotOf(counter));
    return name(partition, timestamp)
        .thenCombine(
            driver.write(Mutation.row(dirty, counter.toString(), counter, timestamp)),
            WriteOutcome::and);
  }

  /** Names a partition in the buckets of its counter, at any timestamp. */
  public CompletionStage<WriteOutcome> name(Partition partition, long timestamp) {
    BucketShard bucket = new BucketShard(partition.bucket(), partition.shard());
    return driver.write(
        Mutation.row(new Buckets(partition.counter()), bucket, partition, timestamp));
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    BucketShard first = new BucketShard(Partition.bucketOf(from), 0);
    return driver
        .read(new Slice(new Buckets(counter), first, null, Integer.MAX_VALUE))
        .thenApply(rows -> rows.values().stream().map(Partition.class::cast).toList());
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return page(partition, TimeuuidKey.boundary(from), TimeuuidKey.boundary(before), limit, sink);
  }

  private CompletionStage<Void> page(
      Partition partition, TimeuuidKey from, TimeuuidKey before, int limit, RowSink sink) {
    int size = Math.min(limit, pageSizes.getAsInt());
    return driver
        .read(new Slice(partition, from, before, size))
        .thenCompose(
            rows -> {
              TimeuuidKey last = null;
              for (Map.Entry<Comparable<?>, Object> entry : rows.entrySet()) {
                EventRow row = (EventRow) entry.getValue();
                sink.row(row.at(), row.delta(), row.events(), row.id(), row.window());
                last = (TimeuuidKey) entry.getKey();
              }
              int left = limit - rows.size();
              return rows.size() < size || left == 0
                  ? CompletableFuture.completedStage(null)
                  : page(partition, last.next(), before, left, sink);
            });
  }

  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    long timestamp = writtenAt(partition.bucket()) + 1;
    BucketShard bucket = new BucketShard(partition.bucket(), partition.shard());
    Mutation name = Mutation.deleteRow(new Buckets(partition.counter()), bucket, timestamp);
    return driver
        .write(Mutation.deletePartition(partition, timestamp))
        .thenCompose(
            rows -> {
              if (rows != WriteOutcome.WRITTEN) {
                return CompletableFuture.completedStage(rows);
              }
              driver.collected(partition);
              return driver.write(name);
            });
  }
}
