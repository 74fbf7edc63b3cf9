/** Mappings from records of topics to counters and deltas, independent of Kafka's client. */
@NullMarked
package io.quipu.edge.kafka.mapping;

import org.jspecify.annotations.NullMarked;
