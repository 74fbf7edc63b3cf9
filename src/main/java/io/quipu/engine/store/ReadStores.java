package io.quipu.engine.store;

/** The stores that are read for an answer; all complete on one context. */
public record ReadStores(
    PageStore pages,
    EventDirectory directory,
    EventLog events,
    SettledIds ids,
    ClosedWindows windows,
    CounterNames names) {}
