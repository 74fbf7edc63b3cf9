package io.quipu.edge.kafka;

import io.quipu.edge.kafka.NotCounted.Cause;
import io.quipu.edge.kafka.progress.PartitionProgress.Pending;
import io.quipu.ops.config.KafkaConfig.Malformed;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles records that are not counted for certain. A malformed record is left out if the setting
 * says so. Every other refused record stops its partition. Confined to the thread of the consumer.
 */
record Refusals(Malformed malformed, KafkaMeters meters) {
  private static final Logger log = LoggerFactory.getLogger(Refusals.class);

  void take(AssignedPartition partition, Pending pending, NotCounted refusal) {
    if (refusal.reason() == Cause.DOUBT) {
      doubt(partition, pending, refusal.detail());
    } else if (refusal.reason() == Cause.DECLINED) {
      log.error(
          "{} waits at offset {}, which its counter does not take: {}. Start again when it does, or"
              + " set the group's offset behind it",
          partition,
          pending.offset(),
          refusal.detail());
      partition.refuse();
    } else if (malformed == Malformed.SKIP) {
      log.warn("Left out: {} at offset {}: {}", partition, pending.offset(), refusal.detail());
      meters.skipped();
      partition.progress().done(pending);
    } else {
      log.error(
          "{} waits at offset {}, which cannot be counted: {}. Start with"
              + " QUIPU_KAFKA_MALFORMED=skip to leave such records out, or set the group's offset"
              + " behind it",
          partition,
          pending.offset(),
          refusal.detail());
      partition.refuse();
    }
  }

  private static void doubt(AssignedPartition partition, Pending pending, String why) {
    boolean first = partition.metadata().doubt() == null;
    partition.doubt(pending.offset());
    if (first) {
      log.error(
          "{} waits at offset {}: it may be counted or not, and sent again it could count twice:"
              + " {}",
          partition,
          pending.offset(),
          why);
    }
  }

  /** Logs a new doubt of a partition if no record of the partition is under way. */
  void tellDecided(AssignedPartition partition) {
    if (partition.underWay() == 0) {
      tellLeft(partition);
    }
  }

  /** Logs a new doubt of a partition. If the partition leaves, later outcomes are not logged. */
  void tellLeft(AssignedPartition partition) {
    if (partition.tellsDoubt()) {
      log.error(
          "{} waits for the operator: all of it before offset {} is counted, but for offsets {}, of"
              + " which that is not known. Add by hand what is missing of these, then set the"
              + " group's offset to {}",
          partition,
          partition.progress().last() + 1,
          partition.progress().open(),
          partition.progress().last() + 1);
    }
  }

  /** Stops at a record that came into doubt in an earlier assignment of the partition. */
  void stop(AssignedPartition partition) {
    log.error(
        "{} waits where it did before: {}. An ERROR of the instance that had it then says which;"
            + " set the group's offset to go on",
        partition,
        partition.metadata().doubt());
    partition.stop();
  }
}
