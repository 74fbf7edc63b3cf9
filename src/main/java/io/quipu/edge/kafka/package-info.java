/**
 * Events from topics of Apache Kafka, each counted once. Only this package imports Kafka's clients.
 * The rules are in {@code docs/kafka.md}.
 */
@NullMarked
package io.quipu.edge.kafka;

import org.jspecify.annotations.NullMarked;
