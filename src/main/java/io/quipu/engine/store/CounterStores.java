package io.quipu.engine.store;

/** The stores of counters on pages; all complete on one context. */
public record CounterStores(
    PageStore pages,
    EventDirectory directory,
    EventLog events,
    SettledIds ids,
    ClosedWindows windows,
    CounterNames names) {}
