package io.quipu.engine.checkpoint.recount;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one counter on one page between two times, from all named partitions. */
final class RetainedRows {
  /**
   * The maximum number of partitions that are read at once, each with one driver page in memory.
   */
  static final int PARTITIONS_AT_ONCE = 8;

  private final NamedPartitions partitions;
  private final EventLog events;
  private final int page;
  private final CounterName counter;
  private final RecountTurn.Recount turn;

  /** Receives rows, each with its partition. */
  @FunctionalInterface
  interface Sink {
    void row(
        EventPartition partition,
        UUID at,
        long delta,
        int events,
        @Nullable String id,
        int window,
        long minute,
        List<String> series);
  }

  /**
   * @param turn tells whether a caller still waits
   */
  RetainedRows(
      CounterStores stores, int part, int page, CounterName counter, RecountTurn.Recount turn) {
    this.partitions = new NamedPartitions(stores.directory(), part);
    this.events = stores.events();
    this.page = page;
    this.counter = counter;
    this.turn = turn;
  }

  /** Hands all rows in {@code [from, before)} to {@code sink}. */
  CompletionStage<Void> read(EventTime from, EventTime before, Sink sink) {
    turn.mustBeWanted();
    return partitions
        .next(from, before)
        .thenCompose(
            found ->
                read(found.partitions(), from, found.until(), sink)
                    .thenCompose(
                        read ->
                            found.until().isBefore(before)
                                ? read(found.until(), before, sink)
                                : CompletableFuture.completedStage(null)));
  }

  /** Hands all rows of the given partitions in {@code [from, before)} to {@code sink}. */
  CompletionStage<Void> read(
      Collection<EventPartition> partitions, EventTime from, EventTime before, Sink sink) {
    return BoundedConcurrency.forEach(
        PARTITIONS_AT_ONCE, partitions, partition -> read(partition, from, before, sink));
  }

  private CompletionStage<Void> read(
      EventPartition partition, EventTime from, EventTime before, Sink sink) {
    turn.mustBeWanted();
    return events.slice(
        partition,
        page,
        counter,
        from,
        before,
        (at, delta, coalesced, id, window, minute, series) -> {
          turn.mustBeWanted();
          sink.row(partition, at, delta, coalesced, id, window, minute, series);
        });
  }
}
