package io.quipu.edge.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Up to where this process has met the records of each partition. Confined to one thread. */
final class MetRecords {
  private final Map<TopicPartition, Long> last = new HashMap<>();

  /** Notes that a record came; true if it had come before. */
  boolean meets(TopicPartition partition, long offset) {
    long before = last.getOrDefault(partition, -1L);
    last.put(partition, Math.max(before, offset));
    return offset <= before;
  }
}
