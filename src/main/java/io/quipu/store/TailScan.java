package io.quipu.store;

import io.quipu.counter.EventTime;
import io.quipu.time.BoundedConcurrency;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads the rows of a span of event time from the partitions that may hold them. */
public final class TailScan {
  private static final int PARTITIONS_AT_ONCE = 8;

  private final EventStore events;

  public TailScan(EventStore events) {
    this.events = events;
  }

  /**
   * Hands the rows in {@code [from, before)} to {@code sink}: in order within a partition, in any
   * order between partitions.
   */
  public CompletionStage<Void> scan(
      List<Partition> partitions, EventTime from, EventTime before, EventStore.RowSink sink) {
    return BoundedConcurrency.forEach(
        PARTITIONS_AT_ONCE, partitions, partition -> events.slice(partition, from, before, sink));
  }
}
