package io.quipu.edge.kafka;

import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.edge.kafka.progress.OffsetMetadata.Doubt;
import io.quipu.edge.kafka.progress.PartitionProgress;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition, from its assignment to this consumer to the end of that assignment. Confined to the
 * thread of the consumer, except {@link #isReleased}.
 */
final class AssignedPartition {
  private final TopicPartition partition;
  private final String ids;
  private final PartitionProgress progress = new PartitionProgress();
  private volatile boolean released;
  private OffsetMetadata metadata;
  private boolean uncommitted;
  private boolean untold;
  private boolean stopped;
  private boolean paused;
  private int refused;

  /**
   * @param name the text of record ids before the number of the partition
   * @param metadata the topic that the brokers have now, and the doubt that was committed before
   */
  AssignedPartition(TopicPartition partition, String name, OffsetMetadata metadata) {
    this.partition = partition;
    this.ids = name + "-" + partition.partition() + "-";
    this.metadata = metadata;
  }

  TopicPartition partition() {
    return partition;
  }

  /**
   * The id of the record at an offset. Each delivery of the record, to any consumer, has this id,
   * until the topic is deleted.
   */
  String id(long offset) {
    return ids + offset;
  }

  PartitionProgress progress() {
    return progress;
  }

  OffsetMetadata metadata() {
    return metadata;
  }

  /** Ends the assignment. No record is sent again from here, because the next owner sends it. */
  void release() {
    released = true;
  }

  /** Tells whether the assignment has ended. Safe on any thread. */
  boolean isReleased() {
    return released;
  }

  /** Stops taking records until the partition is assigned again. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** Stops at a record that is never noted as done. So no offset after the record is committed. */
  void refuse() {
    refused++;
    stopped = true;
  }

  /** Stops at a record in doubt. The next owner also stops at this record, and does not send it. */
  void doubt(long offset) {
    refuse();
    metadata = metadata.with(new Doubt(offset, progress.last()));
    uncommitted = true;
    untold = true;
  }

  /** Tells whether a doubt came up since the last call of this method. */
  boolean tellsDoubt() {
    boolean tells = untold;
    untold = false;
    return tells;
  }

  /** Tells whether an offset is the offset of the first record in doubt, or higher. */
  boolean waitsAt(long offset) {
    Doubt doubt = metadata.doubt();
    return doubt != null && offset >= doubt.first();
  }

  /** The number of records whose acknowledgement may still come. */
  int underWay() {
    return progress.waiting() - refused;
  }

  /** Returns the offset and metadata to commit; empty if neither changed since the last commit. */
  Optional<OffsetAndMetadata> committable() {
    OptionalLong position = uncommitted ? progress.position() : progress.committable();
    return position.isPresent()
        ? Optional.of(new OffsetAndMetadata(position.getAsLong(), metadata.text()))
        : Optional.empty();
  }

  /** Notes a successful commit. */
  void committed(OffsetAndMetadata offset) {
    progress.committed(offset.offset());
    uncommitted &= !offset.metadata().equals(metadata.text());
  }

  /** Notes whether the partition must be paused. Returns true if that is a change. */
  boolean changesTo(boolean wanted) {
    boolean changes = paused != wanted;
    paused = wanted;
    return changes;
  }

  @Override
  public String toString() {
    return partition.toString();
  }
}
