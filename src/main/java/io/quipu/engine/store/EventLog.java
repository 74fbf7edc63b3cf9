package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The rows of events. The rows of a bucket lie together, page by page, and on a page counter by
 * counter.
 */
public interface EventLog {
  /** Rows in memory while a slice is read, besides the rows that the sink keeps. */
  int PAGE_ROWS = 500;

  /**
   * Writes rows of one or several counters into a partition, in a single write: each replica has
   * all of them or none. May be repeated with the same rows.
   *
   * @param rows by counter and page, each pair at most once, on pages of the partition's part
   */
  CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows);

  /**
   * Hands all rows of a page in a partition to {@code sink}: counter by counter, each in timeuuid
   * order. When the stage completes, the sink has seen all rows. An exception of the sink soon ends
   * the read.
   */
  CompletionStage<Void> slicePage(EventPartition partition, int page, PageSink sink);

  /**
   * Hands the rows of one counter on a page in {@code [from, before)} to {@code sink}, in timeuuid
   * order. When the stage completes, the sink has seen all rows. An exception of the sink soon ends
   * the read.
   */
  CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink);

  /**
   * Deletes all rows of a partition for good. May be repeated. Rows that are written to the
   * partition later are never seen. No clock decides: writes have the time of the bucket as
   * timestamp, and the deletion has the next timestamp.
   */
  CompletionStage<WriteOutcome> delete(EventPartition partition);

  /** Rows of one counter that lie on one page. */
  record CounterRows(int page, CounterName counter, List<EventRow> rows) {}

  /** Receives rows, without an object for each row. */
  @FunctionalInterface
  interface RowSink {
    /**
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     */
    void row(UUID at, long delta, int events, @Nullable String id, int window);
  }

  /** Receives rows of many counters, without an object for each row. */
  @FunctionalInterface
  interface PageSink {
    /**
     * @param counter the same object for all consecutive rows of the counter
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     */
    void row(CounterName counter, UUID at, long delta, int events, @Nullable String id, int window);
  }
}
