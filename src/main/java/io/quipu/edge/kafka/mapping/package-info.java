/** Which counters a record of a topic counts for, and what it adds; knows no Kafka. */
@NullMarked
package io.quipu.edge.kafka.mapping;

import org.jspecify.annotations.NullMarked;
