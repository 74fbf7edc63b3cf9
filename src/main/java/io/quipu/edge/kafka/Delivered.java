package io.quipu.edge.kafka;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of a record.
 *
 * @param refusal null if all events of the record are acknowledged
 */
record Delivered(SentRecord record, @Nullable NotCounted refusal) {}
