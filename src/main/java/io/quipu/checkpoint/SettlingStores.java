package io.quipu.checkpoint;

import io.quipu.store.ClosedWindows;
import io.quipu.store.CounterNames;
import io.quipu.store.EventDirectory;
import io.quipu.store.EventLog;
import io.quipu.store.PageStore;
import io.quipu.store.SettledIds;

/** The stores that settling and collecting work on; all complete on one context. */
public record SettlingStores(
    EventLog events,
    EventDirectory directory,
    PageStore pages,
    SettledIds ids,
    ClosedWindows windows,
    CounterNames names) {}
