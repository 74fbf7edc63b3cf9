package io.quipu.engine.query.ranking;

import io.quipu.engine.query.DirectoryReads;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.PageStore;

/** The stores that rankings read. */
public record RankingStores(PageStore pages, CounterSlices slices, DirectoryReads directory) {}
