package io.quipu.kafka;

import org.jspecify.annotations.Nullable;

/**
 * What became of a record.
 *
 * @param refusal why it cannot be counted, ever; null: all of its events are acknowledged
 */
record Delivered(SentRecord record, @Nullable String refusal) {}
