package io.quipu.engine.checkpoint;

import io.quipu.engine.checkpoint.dedup.RowRule;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.SettledIds;
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
