package io.quipu.edge.kafka;

import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.engine.store.TopicIdentity;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a newly assigned partition. The partition waits until the operator sets an offset in two
 * cases: the committed offset belongs to another topic of the name, or the group has no offset and
 * another topic of the name was counted first. Record ids of the first topic of a name begin with
 * the name. Record ids of any other topic begin with a text that only that topic has.
 */
final class PartitionStart {
  private static final Logger log = LoggerFactory.getLogger(PartitionStart.class);
  private static final String ADVICE =
      "Was it made anew, or is it of another cluster? If its records are to be counted besides, stop"
          + " all instances with the role, say where to begin (kafka-consumer-groups"
          + " --reset-offsets, --to-earliest for all that is there), and start them";

  private PartitionStart() {}

  /**
   * @param own the topic that the brokers have now
   * @param first the first topic of that name that was counted
   * @param committed the offset of the group; null if the group has none
   */
  static AssignedPartition of(
      TopicPartition partition,
      TopicIdentity own,
      TopicIdentity first,
      @Nullable OffsetAndMetadata committed) {
    Optional<OffsetMetadata> metadata =
        OffsetMetadata.of(committed == null ? null : committed.metadata());
    boolean isFirst = own.mayBe(first);
    String name = partition.topic();
    AssignedPartition started =
        new AssignedPartition(
            partition,
            // no topic name has an @, so the ids of two topics never collide
            isFirst ? name : "@" + own.distinct(name),
            new OffsetMetadata(own, metadata.map(OffsetMetadata::doubt).orElse(null)));
    if (metadata.isPresent() && !metadata.get().topic().mayBe(own)) {
      log.error(
          "{} waits: the offset of the group belongs to {}, and the brokers have {}. {}",
          partition,
          metadata.get().topic(),
          own,
          ADVICE);
      started.stop();
    } else if (committed == null && !isFirst) {
      log.error(
          "{} waits: {} was counted under that name, and the brokers have {}. {}",
          partition,
          first,
          own,
          ADVICE);
      started.stop();
    } else if (!isFirst && metadata.isEmpty()) {
      log.warn("{} is counted besides {} of the same name: {}", partition, first, own);
    }
    return started;
  }
}
