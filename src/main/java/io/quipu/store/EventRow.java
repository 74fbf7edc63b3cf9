package io.quipu.store;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of the event table: a single event, or several without an id coalesced into one.
 *
 * @param at unique timeuuid, minted by a writer
 * @param delta the sum of the deltas
 * @param events how many events it stands for, at least 1; exactly 1 when it has an id
 */
public record EventRow(UUID at, long delta, int events, @Nullable String id) {}
