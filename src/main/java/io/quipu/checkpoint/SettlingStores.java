package io.quipu.checkpoint;

import io.quipu.collect.CollectionStores;
import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;

/**
 * The stores that settling works on; all complete on one context.
 *
 * @param collection those of the collection that goes with it
 */
public record SettlingStores(
    EventStore events,
    CheckpointStore checkpoints,
    MemberStore members,
    CounterDirectory directory,
    DirtyCounters dirty,
    CollectionStores collection) {}
