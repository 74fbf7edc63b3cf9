package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Rows, and room for them, for tests. */
public final class TestRows {
  private TestRows() {}

  /** More than tests need that are about something else, so that nobody waits. */
  public static RowShare.Taker plenty() {
    return new RowShare(100_000_000).on(new HandDrivenTime());
  }

  /** Those of one counter between two times. */
  public static CompletionStage<List<EventRow>> slice(
      EventLog log,
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before) {
    List<EventRow> rows = new ArrayList<>();
    return log.slice(
            partition,
            page,
            counter,
            from,
            before,
            (at, delta, events, id, window, minute, series) ->
                rows.add(new EventRow(at, delta, events, id, window, minute, series)))
        .thenApply(read -> rows);
  }

  /** Those of a page, with one element for rows of one counter that follow each other. */
  public static CompletionStage<List<CounterRows>> slicePage(
      EventLog log, EventPartition partition, int page) {
    return slicePage(log, partition, page, CounterRange.ALL);
  }

  /** Those of some counters of a page. */
  public static CompletionStage<List<CounterRows>> slicePage(
      EventLog log, EventPartition partition, int page, CounterRange counters) {
    List<CounterRows> all = new ArrayList<>();
    return log.slicePage(
            partition,
            page,
            counters,
            (counter, at, delta, events, id, window, minute, series) -> {
              if (all.isEmpty() || !all.get(all.size() - 1).counter().equals(counter)) {
                all.add(new CounterRows(page, counter, new ArrayList<>()));
              }
              all.get(all.size() - 1)
                  .rows()
                  .add(new EventRow(at, delta, events, id, window, minute, series));
            })
        .thenApply(read -> all);
  }
}
