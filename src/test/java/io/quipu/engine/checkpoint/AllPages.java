package io.quipu.engine.checkpoint;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.engine.checkpoint.dedup.Deduplication;
import io.quipu.engine.names.Layout;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.store.NamedPartitions;
import io.quipu.engine.store.RowShare;
import io.quipu.engine.store.Site;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * The service's own settlers of all pages, for measurements: they settle when they are told to and
 * at no other time, and say when they are done. Confined to one context.
 */
public final class AllPages {
  /** As many as the service settles. */
  public static final int AT_ONCE = 16;

  /** As many as the service remembers. */
  private static final int COUNTERS = 100_000;

  private final CounterStores stores;
  private final Layout layout;
  private final EventTime origin;
  private final Map<Integer, PageSettler> settlers = new TreeMap<>();

  /**
   * @param origin before all events
   */
  public AllPages(
      CounterStores stores,
      Layout layout,
      RowShare.Taker rows,
      Clock clock,
      Scheduler scheduler,
      EventTime origin) {
    this.stores = stores;
    this.layout = layout;
    this.origin = origin;
    PageSettler.Dependencies shared =
        new PageSettler.Dependencies(
            new Site(stores, layout, clock, scheduler),
            new Deduplication(layout, stores),
            COUNTERS / layout.pages(),
            rows,
            Math.min(StepRows.MOST_ROWS, rows.rows() / 2 / AT_ONCE),
            StepBounds.USUAL,
            IdMerging.turns(),
            (page, until) -> {},
            new CheckpointMeters(new SimpleMeterRegistry()));
    for (int page = 0; page < layout.pages(); page++) {
      settlers.put(page, new PageSettler(page, shared));
    }
  }

  /**
   * Settles all rows before {@code horizon}, until what was decided is durable wherever it belongs.
   * Looks for partitions once for each part.
   */
  public CompletionStage<Void> settle(EventTime horizon) {
    List<PageAndPartitions> all = new ArrayList<>();
    return BoundedConcurrency.forEach(AT_ONCE, settlers.values(), PageSettler::prepare)
        .thenCompose(
            ready ->
                BoundedConcurrency.forEach(
                    AT_ONCE,
                    IntStream.range(0, layout.parts()).boxed().toList(),
                    part -> find(part, horizon, all)))
        .thenCompose(
            found -> BoundedConcurrency.forEach(AT_ONCE, all, each -> settle(each, horizon)));
  }

  private record PageAndPartitions(PageSettler settler, NamedPartitions.Found found) {}

  private CompletionStage<Void> find(int part, EventTime horizon, List<PageAndPartitions> all) {
    List<PageSettler> some = layout.pagesOf(part).stream().map(settlers::get).toList();
    EventTime from =
        some.stream().map(PageSettler::readFrom).min(EventTime::compareTo).orElse(origin);
    return new NamedPartitions(stores.directory(), part)
        .next(EventTime.max(from, origin), horizon)
        .thenAccept(due -> some.forEach(page -> all.add(new PageAndPartitions(page, due))));
  }

  private static CompletionStage<Void> settle(PageAndPartitions page, EventTime horizon) {
    return page.settler
        .settle(
            EventTime.min(horizon, page.found.until()), List.copyOf(page.found.partitions()), false)
        .thenCompose(
            outcome ->
                outcome == PageSettler.Outcome.SETTLED
                    ? CompletableFuture.completedStage(null)
                    : CompletableFuture.failedStage(
                        new IllegalStateException("somebody else settles, too")));
  }
}
