/** Up to where a partition is acknowledged; knows no Kafka. */
@NullMarked
package io.quipu.edge.kafka.progress;

import org.jspecify.annotations.NullMarked;
