package io.quipu.store;

import io.quipu.counter.EventTime;
import io.quipu.time.BoundedConcurrency;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads the rows of a span of event time from the partitions that may hold them. */
public final class TailScan {
  /** Most partitions that are read at once. */
  public static final int PARTITIONS_AT_ONCE = 8;

  private final EventStore events;

  public TailScan(EventStore events) {
    this.events = events;
  }

  /**
   * Hands the rows in {@code [from, before)} to {@code sink}: in order within a partition, in any
   * order between partitions.
   *
   * @param atOnce how many partitions to read at once, each a page
   */
  public CompletionStage<Void> scan(
      List<Partition> partitions,
      EventTime from,
      EventTime before,
      int atOnce,
      EventStore.RowSink sink) {
    return BoundedConcurrency.forEach(
        atOnce, partitions, partition -> events.slice(partition, from, before, sink));
  }
}
