package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.KnownCounter;
import io.quipu.engine.names.Layout;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Reads the settled counts of counters on pages. Reads each page once. */
record SettledValues(PageStore pages, Layout layout) {
  private static final int PAGES_AT_ONCE = 16;

  /** The settled counts, in the order of the counters. Fails with the store unavailable. */
  CompletionStage<List<ListedValue>> of(List<KnownCounter> counters) {
    Map<CounterName, Count.Sum> sums = new LinkedHashMap<>();
    Map<Integer, List<CounterName>> byPage = new TreeMap<>();
    for (KnownCounter counter : counters) {
      CounterName name = counter.name();
      sums.put(name, new Count.Sum(name));
      for (Integer page : layout.pagesOf(name, counter.shards())) {
        byPage.computeIfAbsent(page, any -> new ArrayList<>()).add(name);
      }
    }
    return BoundedConcurrency.forEach(
            PAGES_AT_ONCE, byPage.entrySet(), page -> add(page.getKey(), page.getValue(), sums))
        .thenApply(
            all ->
                counters.stream()
                    .<ListedValue>map(one -> Objects.requireNonNull(sums.get(one.name())).settled())
                    .toList());
  }

  private CompletionStage<Void> add(
      int page, List<CounterName> counters, Map<CounterName, Count.Sum> sums) {
    return pages
        .read(page, counters)
        .thenAccept(
            state ->
                counters.forEach(
                    counter -> Objects.requireNonNull(sums.get(counter)).settled(state)));
  }
}
