package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The rows of events and the index of the partitions that hold them. */
public interface EventStore {
  /** Writes all rows into one partition; may be repeated with the same rows. */
  CompletionStage<WriteOutcome> append(Partition partition, List<EventRow> rows);

  /**
   * Makes a partition findable: names it in the counter's buckets and marks the counter dirty in
   * that minute. An event may be acknowledged only when this, too, is written.
   */
  CompletionStage<WriteOutcome> announce(Partition partition);

  /**
   * The announced partitions of a counter that may hold rows at or after {@code from}, in order.
   */
  CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from);

  /**
   * Hands every row of a partition in {@code [from, before)} to {@code sink}, in timeuuid order,
   * page by page. When the stage completes, the sink has seen all of them.
   */
  CompletionStage<Void> slice(Partition partition, EventTime from, EventTime before, RowSink sink);

  /** Receives rows without an object for each. */
  @FunctionalInterface
  interface RowSink {
    void row(UUID at, long delta, int events, @Nullable String id);
  }
}
