package io.quipu.checkpoint;

import io.quipu.dedup.RowRule;
import io.quipu.store.ClosedWindows;
import io.quipu.store.CounterNames;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventLog;
import io.quipu.store.PageStore;
import io.quipu.store.SettledIds;
import java.util.List;

/**
 * The stores that settling and collecting work on; all complete on one context.
 *
 * @param rules of kinds whose rows are not deduplicated by their ids, over stores of their own
 */
public record SettlingStores(
    EventLog events,
    EventDirectory directory,
    PageStore pages,
    SettledIds ids,
    ClosedWindows windows,
    CounterNames names,
    List<RowRule> rules) {}
