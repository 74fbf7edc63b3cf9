package io.quipu.ranking;

import io.quipu.query.DirectoryReads;
import io.quipu.store.CounterSlices;
import io.quipu.store.PageStore;

/** What rankings read. */
public record RankingStores(PageStore pages, CounterSlices slices, DirectoryReads directory) {}
