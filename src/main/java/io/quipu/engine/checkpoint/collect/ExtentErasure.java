package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.Erasure;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.NamespaceStore.Created;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Deletes all data of extents that nobody reads or writes any more: the rows first, then pages, at
 * last the rest. Confined to one context. A stage fails with the store unavailable. Each call may
 * be repeated.
 *
 * @param namespace in which the counters were, with the time before which they had no events
 */
record ExtentErasure(ErasureSite site, Created namespace, List<Extent> extents) {
  private static final int DELETIONS_AT_ONCE = 2;
  private static final int SERIES_AT_ONCE = 500;

  private Erasure erasure() {
    return site.source().erasure();
  }

  private Eraser kind() {
    return Objects.requireNonNull(site.source().erasers().get(namespace.namespace().kind()));
  }

  private CompletionStage<Void> each(Function<Extent, CompletionStage<Void>> deletes) {
    return BoundedConcurrency.forEach(1, extents, deletes::apply);
  }

  /**
   * Deletes the rows of events of a part.
   *
   * @param begun the deletions that have begun and not ended, by part
   * @param pages the pages of the part on which the counters are
   */
  CompletionStage<Void> rows(Map<Integer, RowsErasure> begun, int part, Collection<Integer> pages) {
    return begun
        .computeIfAbsent(part, any -> new RowsErasure(site.stores().directory(), part, namespace))
        .proceed(partition -> each(extent -> written(erasure().rows(partition, pages, extent))));
  }

  /**
   * Deletes what belongs to pages.
   *
   * @param headers of the pages, read after their rows were deleted
   * @return false if something is left, because settled ids of a page were being merged
   */
  CompletionStage<Boolean> pages(Map<Integer, PageHeader> headers) {
    boolean[] all = {true};
    return BoundedConcurrency.forEach(
            1,
            headers.entrySet(),
            page ->
                each(
                    extent ->
                        page(page.getKey(), page.getValue(), extent)
                            .thenAccept(gone -> all[0] &= gone)))
        .thenApply(done -> all[0]);
  }

  /** Deletes the states last, as they tell that there is something. */
  private CompletionStage<Boolean> page(int page, PageHeader header, Extent extent) {
    return seriesOf(page, header, extent)
        .thenCompose(series -> written(erasure().notes(page, extent)))
        .thenCompose(notes -> erasure().hasStates(page, extent))
        .thenCompose(
            some -> some ? all(page, header, extent) : CompletableFuture.completedStage(true));
  }

  /** Deletes the series of the counters. A series has states and windows only. */
  private CompletionStage<Void> seriesOf(int page, PageHeader header, Extent extent) {
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
    return site.stores()
        .slices()
        .totals(page, List.of(stored), Series.stored(name), SERIES_AT_ONCE)
        .thenCompose(
            found -> {
              List<String> some = found.stream().map(one -> one.counter().key()).toList();
              return some.isEmpty()
                  ? done()
                  : series(page, header, new Extent(stored, some))
                      .thenCompose(deleted -> series(page, header, stored, name));
            });
  }

  private CompletionStage<Void> series(int page, PageHeader header, Extent some) {
    return written(erasure().notes(page, some))
        .thenCompose(notes -> windows(page, header.until(), some))
        .thenCompose(windows -> written(erasure().states(page, some)));
  }

  private CompletionStage<Boolean> all(int page, PageHeader header, Extent extent) {
    return windows(page, header.until(), extent)
        .thenCompose(windows -> new IdErasure(site, page, extent).erase(header))
        .thenCompose(
            ids ->
                ids
                    ? kind()
                        .page()
                        .apply(page, extent)
                        .thenCompose(values -> written(erasure().states(page, extent)))
                        .thenApply(states -> true)
                    : CompletableFuture.completedStage(false));
  }

  private CompletionStage<Void> windows(int page, EventTime until, Extent some) {
    // no time of an event is an hour ahead
    long to = until.epochSecond() + Granularity.HOUR.seconds();
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE,
        () -> partitions(page, to).iterator(),
        partition -> written(erasure().windows(partition, some)));
  }

  private Stream<WindowPartition> partitions(int page, long to) {
    return Arrays.stream(Granularity.values())
        .flatMap(
            granularity ->
                Stream.concat(
                    Table.CLOSED.between(page, granularity, namespace.beforeRows(), to),
                    Table.SUPPLEMENTS.between(page, granularity, namespace.beforeEvents(), to)));
  }

  /** Deletes what the kind keeps by counter, and at last the names. */
  CompletionStage<Void> rest() {
    return each(
        extent ->
            kind()
                .counters()
                .apply(namespace, extent)
                .thenCompose(counters -> written(erasure().names(extent))));
  }

  /** Fails if it is not certain that something was deleted. */
  static CompletionStage<Void> written(CompletionStage<WriteOutcome> outcome) {
    return outcome.thenAccept(one -> one.require(Eraser.FAILED));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedStage(null);
  }
}
