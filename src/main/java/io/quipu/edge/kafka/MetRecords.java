package io.quipu.edge.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The highest offset that this process received from each partition. Confined to one thread. */
final class MetRecords {
  private final Map<TopicPartition, Long> last = new HashMap<>();

  /** Notes a received record. Returns true if this offset or a higher one was received before. */
  boolean meets(TopicPartition partition, long offset) {
    long before = last.getOrDefault(partition, -1L);
    last.put(partition, Math.max(before, offset));
    return offset <= before;
  }
}
