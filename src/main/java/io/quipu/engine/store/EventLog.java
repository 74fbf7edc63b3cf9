package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The rows of events. The rows of a partition lie together, ordered by page, then by counter. */
public interface EventLog {
  /**
   * The maximum number of rows in memory for each slice that is being read, unless the sink allows
   * larger pages. Slices that are read by one query share the sum of their rows. The rows that the
   * sink keeps are not included.
   */
  int PAGE_ROWS = 500;

  /**
   * Writes rows of one or several counters into a partition, in a single write: each replica has
   * all these rows or none. May be repeated with the same rows.
   *
   * @param rows at most one element for each pair of counter and page; all pages lie in the
   *     partition's part
   */
  CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows);

  /**
   * Hands the rows of a range of counters on a page in a partition to {@code sink}: counter by
   * counter, each in timeuuid order. When the stage completes, the sink has seen all rows. If the
   * sink throws, the read ends soon and fails.
   */
  CompletionStage<Void> slicePage(
      EventPartition partition, int page, CounterRange counters, PageSink sink);

  /**
   * Hands the rows of one counter on a page in {@code [from, before)} to {@code sink}, in timeuuid
   * order. When the stage completes, the sink has seen all these rows. If the sink throws, the read
   * ends soon and fails.
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
   * partition later are never seen, whatever the clocks say: writes have the time of the bucket as
   * timestamp, and the deletion has the next timestamp.
   */
  CompletionStage<WriteOutcome> delete(EventPartition partition);

  /** The rows of one counter on one page. */
  record CounterRows(int page, CounterName counter, List<EventRow> rows) {}

  /** Receives rows, without an object for each row. */
  @FunctionalInterface
  interface RowSink {
    /**
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     * @param minute the minute in which the events count, see {@link EventRow#minute}
     * @param series the series in which the events count, see {@link EventRow#series}
     */
    void row(
        UUID at,
        long delta,
        int events,
        @Nullable String id,
        int window,
        long minute,
        List<String> series);

    /**
     * Tells how many rows may be in memory at once from the next page on. Asked after a page that
     * more rows follow. A long slice takes fewer round trips with larger pages.
     */
    default int nextPage() {
      return PAGE_ROWS;
    }
  }

  /** Receives rows of many counters, without an object for each row. */
  @FunctionalInterface
  interface PageSink {
    /**
     * @param counter one object for all consecutive rows of the counter
     * @param window deduplication window of {@code id} in seconds, see {@link EventRow#window}
     * @param minute the minute in which the events count, see {@link EventRow#minute}
     * @param series the series in which the events count, see {@link EventRow#series}
     */
    void row(
        CounterName counter,
        UUID at,
        long delta,
        int events,
        @Nullable String id,
        int window,
        long minute,
        List<String> series);

    /** Tells how many rows may be in memory at once, see {@link RowSink#nextPage}. */
    default int nextPage() {
      return PAGE_ROWS;
    }
  }
}
