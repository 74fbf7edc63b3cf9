package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Granularity;
import io.quipu.engine.model.Layout;
import io.quipu.engine.model.PageHeader;
import io.quipu.engine.model.WindowPartition;
import io.quipu.engine.model.WindowPartition.Table;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * Deletes all data of counters that nobody reads or writes any more. Confined to one context. A
 * stage fails with the store unavailable. Each call may be repeated.
 *
 * @param namespace in which the counters were, with the time before which they had no events
 */
record DataErasure(
    Layout layout,
    CounterStores stores,
    Erasure erasure,
    Eraser kind,
    Created namespace,
    Extent extent) {
  private static final int DELETIONS_AT_ONCE = 2;

  /** Deletes what belongs to a page: the states last, as they tell that there is something. */
  CompletionStage<Void> page(int page, PageHeader header) {
    return written(erasure.notes(page, extent))
        .thenCompose(notes -> erasure.hasStates(page, extent))
        .thenCompose(
            some -> {
              if (some) {
                return all(page, header);
              }
              return kind.hasWindows() ? windows(page, header.until()) : done();
            });
  }

  private CompletionStage<Void> all(int page, PageHeader header) {
    return windows(page, header.until())
        .thenCompose(
            windows ->
                BoundedConcurrency.forEach(
                    DELETIONS_AT_ONCE,
                    () -> header.remembered().all(page).iterator(),
                    ids -> written(erasure.ids(ids, extent))))
        .thenCompose(ids -> kind.page().apply(page, extent))
        .thenCompose(values -> written(erasure.states(page, extent)));
  }

  private CompletionStage<Void> windows(int page, EventTime until) {
    // no time of an event is an hour ahead
    long to = until.epochSecond() + Granularity.HOUR.seconds();
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE,
        () -> partitions(page, to).iterator(),
        partition -> written(erasure.windows(partition, extent)));
  }

  private Stream<WindowPartition> partitions(int page, long to) {
    return Arrays.stream(Granularity.values())
        .flatMap(
            granularity ->
                Stream.concat(
                    Table.CLOSED.between(page, granularity, namespace.beforeRows(), to),
                    Table.SUPPLEMENTS.between(page, granularity, namespace.beforeEvents(), to)));
  }

  /** Deletes the rows of events of some pages of a part, wherever partitions were named. */
  CompletionStage<Void> rows(int part, Collection<Integer> pages) {
    EventTime from = EventTime.ofEpochSecond(namespace.beforeRows());
    return rows(new NamedPartitions(stores.directory(), part), pages, from);
  }

  private CompletionStage<Void> rows(Collection<EventPartition> some, Collection<Integer> pages) {
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE, List.copyOf(some), one -> written(erasure.rows(one, pages, extent)));
  }

  private CompletionStage<Void> rows(
      NamedPartitions partitions, Collection<Integer> pages, EventTime from) {
    return partitions
        .next(from, EventTime.MAX)
        .thenCompose(
            found ->
                rows(found.partitions(), pages)
                    .thenCompose(
                        deleted ->
                            found.until().isBefore(EventTime.MAX)
                                ? rows(partitions, pages, found.until())
                                : done()));
  }

  /** Deletes what the kind keeps by counter, and at last the names. */
  CompletionStage<Void> rest() {
    return kind.counters().apply(extent).thenCompose(counters -> written(erasure.names(extent)));
  }

  private static CompletionStage<Void> written(CompletionStage<WriteOutcome> outcome) {
    return outcome.thenAccept(DataErasure::requireWritten);
  }

  static void requireWritten(WriteOutcome outcome) {
    outcome.require(Eraser.FAILED);
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }
}
