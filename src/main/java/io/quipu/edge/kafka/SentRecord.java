package io.quipu.edge.kafka;

import io.quipu.edge.kafka.mapping.MappedEvent;
import io.quipu.edge.kafka.progress.PartitionProgress.Pending;
import java.util.List;

/** A record under way, with one event for each of its counters. All events have the same id. */
record SentRecord(
    AssignedPartition partition, Pending pending, String id, List<MappedEvent> events) {
  SentRecord {
    if (events.isEmpty()) {
      throw new IllegalArgumentException(id + " has no events");
    }
  }
}
