package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The rows of events and the index of the partitions that hold them. */
public interface EventStore {
  /** Rows that are in memory, besides what its sink keeps, while a slice without limit is read. */
  int PAGE_ROWS = 500;

  /**
   * Writes rows of one or several counters into one bucket and shard, in a single write: each
   * replica has all of them or none. May be repeated with the same rows.
   *
   * @param parts of different counters, all with the same bucket and shard
   */
  CompletionStage<WriteOutcome> append(List<PartitionRows> parts);

  /** The same for a single counter. */
  default CompletionStage<WriteOutcome> append(Partition partition, List<EventRow> rows) {
    return append(List.of(new PartitionRows(partition, rows)));
  }

  /**
   * Makes a partition findable: names it in the counter's buckets and marks the counter dirty in
   * that minute. An event may be acknowledged only when this, too, is written.
   */
  CompletionStage<WriteOutcome> announce(Partition partition);

  /**
   * The announced partitions of a counter that may hold rows at or after {@code from}, in order.
   */
  CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from);

  /** The announced shards of one bucket, which starts at the given second of Unix time. */
  default CompletionStage<List<Partition>> shards(CounterName counter, long bucket) {
    return partitions(counter, EventTime.ofEpochSecond(bucket))
        .thenApply(all -> all.stream().filter(shard -> shard.bucket() == bucket).toList());
  }

  /**
   * Hands the first rows of a partition in {@code [from, before)}, at most {@code limit}, to {@code
   * sink}, in timeuuid order, page by page. When the stage completes, the sink has seen all of
   * them. What the sink throws ends it after the page. At most {@code limit} rows are in memory
   * meanwhile.
   */
  CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink);

  /** The same without a limit; at most {@link #PAGE_ROWS} are in memory at once. */
  default CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, RowSink sink) {
    return slice(partition, from, before, Integer.MAX_VALUE, sink);
  }

  /**
   * Deletes a partition for good: first its rows, then, if that is certain, its name in the
   * counter's buckets. May be repeated. Nothing that is written to it later is ever seen, and no
   * clock decides: rows are written at the time of their bucket, and deleted just after.
   */
  CompletionStage<WriteOutcome> delete(Partition partition);

  /** Receives rows without an object for each. */
  @FunctionalInterface
  interface RowSink {
    /**
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     */
    void row(UUID at, long delta, int events, @Nullable String id, int window);
  }
}
