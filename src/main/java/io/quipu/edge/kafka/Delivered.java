package io.quipu.edge.kafka;

import org.jspecify.annotations.Nullable;

/**
 * The end of a record.
 *
 * @param refusal null: all of its events are acknowledged
 */
record Delivered(SentRecord record, @Nullable NotCounted refusal) {}
