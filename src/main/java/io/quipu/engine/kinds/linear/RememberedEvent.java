package io.quipu.engine.kinds.linear;

import java.util.UUID;

/**
 * An event whose id is remembered: a fact that never changes.
 *
 * @param count the count after the event
 * @param at timeuuid of the event
 */
public record RememberedEvent(String id, long delta, int events, long count, UUID at) {}
