package io.quipu.query;

import io.quipu.store.CheckpointStore;
import io.quipu.store.CounterDirectory;
import io.quipu.store.EventStore;
import io.quipu.store.MemberStore;

/** The stores that are read for an answer; all complete on one context. */
public record ReadStores(
    EventStore events,
    CheckpointStore checkpoints,
    MemberStore members,
    CounterDirectory directory) {}
