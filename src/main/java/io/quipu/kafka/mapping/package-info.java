/** Which counters a record of a topic counts for, and what it adds; knows no Kafka. */
@NullMarked
package io.quipu.kafka.mapping;

import org.jspecify.annotations.NullMarked;
