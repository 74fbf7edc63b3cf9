package io.quipu.engine.query;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.Layout;
import io.quipu.engine.query.QueryMessages.CounterRange;
import io.quipu.engine.query.QueryMessages.Listing;
import io.quipu.engine.query.QueryMessages.SettledCounter;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.LivingNames;
import io.quipu.engine.store.LivingNames.LivingCounters;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Lists the counters of a namespace with their settled counts, one range of names at a time. For
 * each counter, a listing takes two of the rows that reads may hold: one for the state of the
 * counter, and one for the answer.
 */
final class CounterListing {
  private static final int PAGES_AT_ONCE = 16;

  private final LivingNames names;
  private final PageStore pages;
  private final Layout layout;
  private final TailRows rows;

  CounterListing(CounterNames names, PageStore pages, Layout layout, TailRows rows) {
    this.rows = rows;
    this.names = new LivingNames(names);
    this.pages = pages;
    this.layout = layout;
  }

  /** Lists a range. Fails with the store unavailable, also if too few rows become free in time. */
  CompletionStage<Listing> list(CounterRange range) {
    return rows.with(
        rows.patienceEnds(),
        2 * range.limit(),
        held ->
            names
                .list(LivingCounters.of(range.namespace()), range.names(), range.limit())
                .thenCompose(found -> settled(found, range.namespace().shards())));
  }

  private CompletionStage<Listing> settled(List<CounterName> found, int shards) {
    Map<CounterName, CountSum> sums = new LinkedHashMap<>();
    Map<Integer, List<CounterName>> byPage = new TreeMap<>();
    for (CounterName counter : found) {
      sums.put(counter, new CountSum(counter));
      for (Integer page : layout.pagesOf(counter, shards)) {
        byPage.computeIfAbsent(page, any -> new ArrayList<>()).add(counter);
      }
    }
    return BoundedConcurrency.forEach(
            PAGES_AT_ONCE, byPage.entrySet(), page -> settled(page.getKey(), page.getValue(), sums))
        .thenApply(all -> new Listing(sums.values().stream().map(CounterListing::of).toList()));
  }

  private CompletionStage<Void> settled(
      int page, List<CounterName> counters, Map<CounterName, CountSum> sums) {
    return pages
        .read(page, counters)
        .thenAccept(
            state ->
                counters.forEach(
                    counter -> Objects.requireNonNull(sums.get(counter)).settled(state)));
  }

  private static SettledCounter of(CountSum sum) {
    return new SettledCounter(sum.counter(), sum.settled(), sum.until());
  }
}
