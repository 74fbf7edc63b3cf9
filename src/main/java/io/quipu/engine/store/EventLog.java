package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The rows of events. What was recorded within a bucket lies together, page by page, and on a page
 * counter by counter.
 */
public interface EventLog {
  /** Rows that are in memory, besides what its sink keeps, while a slice is read. */
  int PAGE_ROWS = 500;

  /**
   * Writes rows of one or several counters into a partition, in a single write: each replica has
   * all of them or none. May be repeated with the same rows.
   *
   * @param rows of different counters or pages of them, on pages of the partition's part
   */
  CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows);

  /**
   * Hands all rows of a page in a partition to {@code sink}: counter by counter, and of each in
   * timeuuid order. When the stage completes, the sink has seen all of them. What the sink throws
   * ends it soon.
   */
  CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink);

  /**
   * Hands the rows of one counter on a page in {@code [from, before)} to {@code sink}, in timeuuid
   * order. When the stage completes, the sink has seen all of them. What the sink throws ends it
   * soon.
   */
  CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink);

  /**
   * Deletes all rows of a partition for good. May be repeated. Nothing that is written to it later
   * is ever seen, and no clock decides: rows are written at the time of their bucket, and deleted
   * just after.
   */
  CompletionStage<WriteOutcome> delete(EventPartition partition);

  /** Rows of one counter that lie on one page. */
  record CounterRows(int page, CounterName counter, List<EventRow> rows) {}

  /** Receives rows without an object for each. */
  @FunctionalInterface
  interface RowSink {
    /**
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     */
    void row(UUID at, long delta, int events, @Nullable String id, int window);
  }

  /** Receives rows of many counters without an object for each. */
  @FunctionalInterface
  interface PageSink {
    /**
     * @param counter the same object for all rows that follow each other
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     */
    void row(CounterName counter, UUID at, long delta, int events, @Nullable String id, int window);
  }
}
