package io.quipu.edge.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides where to begin in a partition without an offset of the group, or without a record at that
 * offset. Never skips records without an error in the log.
 *
 * @param idsAreForgotten whether ids may be forgotten, so that a late redelivery would count again
 */
record MissingOffsets(
    Consumer<byte[], byte[]> consumer,
    Function<TopicPartition, @Nullable AssignedPartition> assigned,
    boolean idsAreForgotten,
    KafkaMeters meters) {
  private static final Logger log = LoggerFactory.getLogger(MissingOffsets.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Begins at the first record, because the group may be new, or Kafka may have forgotten its
   * offsets. Records that were counted before are recognized by their ids. Stops the partitions if
   * ids may be forgotten.
   */
  void begin(NoOffsetForPartitionException none) {
    consumer.seekToBeginning(none.partitions());
    if (idsAreForgotten) {
      log.error(
          "The group has no offset in {}, and may have had one: set where it is to begin, with"
              + " kafka-consumer-groups --reset-offsets",
          none.partitions());
      none.partitions().forEach(this::stop);
    } else {
      log.info("The group has no offset in {}: all that is there is counted", none.partitions());
    }
  }

  /**
   * Handles offsets out of range. If the offset is before the first record, Kafka has deleted
   * records, and the partition begins at the first record. If the offset is after the end, the
   * topic may be another topic of the same name, so the partition stops.
   */
  void begin(OffsetOutOfRangeException range) {
    Map<TopicPartition, Long> wanted = range.offsetOutOfRangePartitions();
    Collection<TopicPartition> partitions = wanted.keySet();
    Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions, PATIENCE);
    wanted.forEach(
        (partition, offset) -> {
          long begin = first.getOrDefault(partition, 0L);
          consumer.seek(partition, begin);
          if (offset < begin) {
            meters.lost(begin - offset);
            log.error(
                "{} records of {} were deleted before they were counted, from offset {} on",
                begin - offset,
                partition,
                offset);
          } else {
            log.error(
                "{} ends before offset {}, which the group has reached: was the topic made anew?"
                    + " Its records would have the ids of others; it is not read until that is"
                    + " looked into",
                partition,
                offset);
            stop(partition);
          }
        });
  }

  private void stop(TopicPartition partition) {
    AssignedPartition one = assigned.apply(partition);
    if (one != null) {
      one.stop();
    }
  }
}
