package io.quipu.engine.checkpoint;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a page that a step may take in. Confined to one context. */
final class StepReader {
  private static final int PARTITIONS_AT_ONCE = 4;

  private final int page;
  private final EventLog events;
  private final RowShare.Taker share;
  private final int rowsToBegin;

  StepReader(int page, EventLog events, RowShare.Taker share, int rowsToBegin) {
    this.page = page;
    this.events = events;
    this.share = share;
    this.rowsToBegin = rowsToBegin;
  }

  /**
   * Reads the rows between two times. The rows are held until the stage of {@code then} completes.
   *
   * @param due partitions in order; partitions outside of the two times are not read
   * @param only the only counters that can have rows; null if these are not known
   */
  <T> CompletionStage<T> read(
      EventTime from,
      EventTime before,
      List<EventPartition> due,
      @Nullable Set<CounterName> only,
      Function<StepRows, CompletionStage<T>> then) {
    return share
        .take(rowsToBegin)
        .thenCompose(
            held -> {
              StepRows rows = new StepRows(from, before, held);
              return BoundedConcurrency.forEach(
                      PARTITIONS_AT_ONCE,
                      due.stream()
                          .filter(part -> part.end().isAfter(from))
                          .filter(part -> part.start().isBefore(before))
                          .toList(),
                      part ->
                          only == null
                              ? events.slicePage(part, page, rows.of(part.retention()))
                              : slices(part, only, from, before, rows))
                  .thenCompose(read -> then.apply(rows))
                  .whenComplete((done, failure) -> held.close());
            });
  }

  private CompletionStage<Void> slices(
      EventPartition part,
      Set<CounterName> counters,
      EventTime from,
      EventTime before,
      StepRows rows) {
    EventLog.PageSink sink = rows.of(part.retention());
    return BoundedConcurrency.forEach(
        1,
        counters,
        counter ->
            events.slice(
                part,
                page,
                counter,
                from,
                before,
                (at, delta, coalesced, id, window) ->
                    sink.row(counter, at, delta, coalesced, id, window)));
  }
}
