/**
 * Events from topics of Apache Kafka, each counted once; the only importer of its client. The rule
 * it keeps is in {@code docs/kafka.md}.
 */
@NullMarked
package io.quipu.edge.kafka;

import org.jspecify.annotations.NullMarked;
