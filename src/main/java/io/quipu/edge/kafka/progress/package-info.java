/** The progress of acknowledgements in a partition, independent of Kafka's client. */
@NullMarked
package io.quipu.edge.kafka.progress;

import org.jspecify.annotations.NullMarked;
