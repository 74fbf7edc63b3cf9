package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.names.Series;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
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
  private static final int SERIES_AT_ONCE = 500;

  /** Deletes what belongs to a page: the states last, as they tell that there is something. */
  CompletionStage<Void> page(int page, PageHeader header) {
    return series(page, header)
        .thenCompose(series -> written(erasure.notes(page, extent)))
        .thenCompose(notes -> erasure.hasStates(page, extent))
        .thenCompose(some -> some ? all(page, header) : done());
  }

  /** Deletes the series of the counters, of which there are states and windows only. */
  private CompletionStage<Void> series(int page, PageHeader header) {
    if (Breakdowns.of(namespace.namespace()).labels().isEmpty()) {
      return done();
    }
    String stored = CounterName.ofSeries(extent.stored());
    List<String> names = extent.names();
    return names == null
        ? series(page, header, Extent.all(stored))
        : BoundedConcurrency.forEach(1, names, name -> series(page, header, stored, name));
  }

  /** Deletes the series of one counter, some at a time, until there are none. */
  private CompletionStage<Void> series(int page, PageHeader header, String stored, String name) {
    return stores
        .slices()
        .totals(page, stored, Series.stored(name), SERIES_AT_ONCE)
        .thenCompose(
            found -> {
              List<String> some = found.stream().map(ListedCounter::counter).toList();
              return some.isEmpty()
                  ? done()
                  : series(page, header, new Extent(stored, some))
                      .thenCompose(deleted -> series(page, header, stored, name));
            });
  }

  private CompletionStage<Void> series(int page, PageHeader header, Extent some) {
    return written(erasure.notes(page, some))
        .thenCompose(notes -> windows(page, header.until(), some))
        .thenCompose(windows -> written(erasure.states(page, some)));
  }

  private CompletionStage<Void> all(int page, PageHeader header) {
    return windows(page, header.until(), extent)
        .thenCompose(
            windows ->
                BoundedConcurrency.forEach(
                    DELETIONS_AT_ONCE,
                    () -> header.remembered().all(page).iterator(),
                    ids -> written(erasure.ids(ids, extent))))
        .thenCompose(ids -> kind.page().apply(page, extent))
        .thenCompose(values -> written(erasure.states(page, extent)));
  }

  private CompletionStage<Void> windows(int page, EventTime until, Extent some) {
    // no time of an event is an hour ahead
    long to = until.epochSecond() + Granularity.HOUR.seconds();
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE,
        () -> partitions(page, to).iterator(),
        partition -> written(erasure.windows(partition, some)));
  }

  private Stream<WindowPartition> partitions(int page, long to) {
    return Arrays.stream(Granularity.values())
        .flatMap(
            granularity ->
                Stream.concat(
                    Table.CLOSED.between(page, granularity, namespace.beforeRows(), to),
                    Table.SUPPLEMENTS.between(page, granularity, namespace.beforeEvents(), to)));
  }

  /** Deletes the rows of events of some pages from a partition. */
  CompletionStage<Void> rows(EventPartition partition, Collection<Integer> pages) {
    return written(erasure.rows(partition, pages, extent));
  }

  /** Deletes what the kind keeps by counter, and at last the names. */
  CompletionStage<Void> rest() {
    return kind.counters()
        .apply(namespace, extent)
        .thenCompose(counters -> written(erasure.names(extent)));
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
