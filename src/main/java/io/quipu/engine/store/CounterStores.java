package io.quipu.engine.store;

/** The stores of counters on pages. The stages of all stores complete on one context. */
public record CounterStores(
    PageStore pages,
    EventDirectory directory,
    EventLog events,
    SettledIds ids,
    ClosedWindows windows,
    CounterNames names,
    CounterSlices slices) {}
