package io.quipu.edge.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits the offsets of acknowledged records. The next commit of a partition repeats what a failed
 * commit left uncommitted. Confined to the thread of the consumer.
 */
final class OffsetCommits {
  private static final Logger log = LoggerFactory.getLogger(OffsetCommits.class);

  private final Consumer<byte[], byte[]> consumer;
  private final KafkaMeters meters;
  private boolean underWay;
  private boolean failing;

  OffsetCommits(Consumer<byte[], byte[]> consumer, KafkaMeters meters) {
    this.consumer = consumer;
    this.meters = meters;
  }

  /** Begins a commit, unless a commit is under way. A later poll notes the result of the commit. */
  void begin(Collection<AssignedPartition> partitions) {
    Map<AssignedPartition, OffsetAndMetadata> positions =
        underWay ? Map.of() : positions(partitions);
    if (!positions.isEmpty()) {
      underWay = true;
      consumer.commitAsync(offsets(positions), (offsets, failure) -> end(positions, failure));
    }
  }

  private void end(Map<AssignedPartition, OffsetAndMetadata> positions, Exception failure) {
    underWay = false;
    if (failure == null) {
      succeeded(positions);
    } else {
      failed(failure);
    }
  }

  /** Commits and waits. After a failure, the next owner gets the uncommitted records again. */
  void now(Collection<AssignedPartition> partitions, Duration patience) {
    Map<AssignedPartition, OffsetAndMetadata> positions = positions(partitions);
    if (positions.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets(positions), patience);
      succeeded(positions);
    } catch (KafkaException e) {
      failed(e);
    }
  }

  private static Map<AssignedPartition, OffsetAndMetadata> positions(
      Collection<AssignedPartition> partitions) {
    Map<AssignedPartition, OffsetAndMetadata> positions = new HashMap<>();
    for (AssignedPartition one : partitions) {
      one.committable().ifPresent(position -> positions.put(one, position));
    }
    return positions;
  }

  private static Map<TopicPartition, OffsetAndMetadata> offsets(
      Map<AssignedPartition, OffsetAndMetadata> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((one, position) -> offsets.put(one.partition(), position));
    return offsets;
  }

  private void succeeded(Map<AssignedPartition, OffsetAndMetadata> positions) {
    positions.forEach(AssignedPartition::committed);
    meters.committed();
    if (failing) {
      log.info("Offsets are committed to Kafka again");
    }
    failing = false;
  }

  private void failed(Exception failure) {
    meters.commitFailed();
    if (!failing) {
      log.warn(
          "Offsets could not be committed to Kafka, the next commit tries again: {}",
          failure.toString());
    }
    failing = true;
  }
}
