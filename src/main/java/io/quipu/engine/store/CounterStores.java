package io.quipu.engine.store;

import io.quipu.engine.ids.RunFilters;

/**
 * The stores of counters on pages. The stages of all stores complete on one context.
 *
 * @param filters the filters over {@code ids} that the process holds
 */
public record CounterStores(
    PageStore pages,
    EventDirectory directory,
    EventLog events,
    SettledIds ids,
    RunFilters filters,
    ClosedWindows windows,
    CounterNames names,
    CounterSlices slices) {}
