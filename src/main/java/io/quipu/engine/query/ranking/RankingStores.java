package io.quipu.engine.query.ranking;

import io.quipu.engine.kind.answer.Reader;
import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.PageStore;
import java.util.Map;

/**
 * The stores that rankings read.
 *
 * @param names of counters that are not on pages
 * @param readers by kind, of the kinds whose counters are not on pages
 */
public record RankingStores(
    PageStore pages,
    CounterSlices slices,
    DirectoryReads directory,
    CounterNames names,
    Map<String, Reader> readers) {}
