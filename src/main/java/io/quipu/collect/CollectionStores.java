package io.quipu.collect;

import io.quipu.store.CheckpointStore;
import io.quipu.store.DueBuckets;
import io.quipu.store.EventStore;
import io.quipu.store.NamespaceStore;

/** The stores that collection works on; all complete on one context. */
public record CollectionStores(
    EventStore events, CheckpointStore checkpoints, DueBuckets due, NamespaceStore namespaces) {}
