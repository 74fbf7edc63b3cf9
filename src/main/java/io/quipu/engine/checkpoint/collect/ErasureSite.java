package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.names.Layout;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterStores;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The surroundings of those who delete data, on the context of one process.
 *
 * @param moveOn has a page settled up to now, even if it has no rows
 */
record ErasureSite(
    Layout layout,
    CounterStores stores,
    ErasureSource source,
    Consumer<Integer> moveOn,
    Clock clock,
    CollectionMeters meters) {
  /** Reads the headers of pages. Fails with the store unavailable. */
  CompletionStage<SortedMap<Integer, PageHeader>> headers(Collection<Integer> pages) {
    SortedMap<Integer, PageHeader> headers = new TreeMap<>();
    return BoundedConcurrency.forEach(
            1,
            pages,
            page ->
                stores
                    .pages()
                    .read(page, List.of())
                    .thenAccept(state -> headers.put(page, state.header())))
        .thenApply(read -> headers);
  }
}
