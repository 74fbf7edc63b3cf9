package io.quipu.edge.kafka;

import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.edge.kafka.progress.OffsetMetadata.Doubt;
import io.quipu.edge.kafka.progress.PartitionProgress;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition during one unbroken assignment to this consumer. Confined to the thread of the
 * consumer, except {@link #isReleased}.
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
   * @param name the part of record ids before the number of the partition
   * @param metadata the topic at the brokers, and the committed doubt
   */
  AssignedPartition(TopicPartition partition, String name, OffsetMetadata metadata) {
    this.partition = partition;
    this.ids = name + "-" + partition.partition() + "-";
    this.metadata = metadata;
  }

  TopicPartition partition() {
    return partition;
  }

  /** The id of a record. Every delivery, to any consumer, has the same id while the topic lives. */
  String id(long offset) {
    return ids + offset;
  }

  PartitionProgress progress() {
    return progress;
  }

  OffsetMetadata metadata() {
    return metadata;
  }

  /** Ends the assignment. The next owner gets uncommitted records, so none is sent again here. */
  void release() {
    released = true;
  }

  /** Tells whether the assignment has ended. Safe on any thread. */
  boolean isReleased() {
    return released;
  }

  /** Takes no more records until the partition is assigned again. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** Stops, and leaves one record undone for ever, so that no offset behind it is committed. */
  void refuse() {
    refused++;
    stopped = true;
  }

  /** Stops at a record in doubt. The next owner stops there, too, and does not send the record. */
  void doubt(long offset) {
    refuse();
    metadata = metadata.with(new Doubt(offset, progress.last()));
    uncommitted = true;
    untold = true;
  }

  /** Tells whether a doubt came up since the last call. */
  boolean tellsDoubt() {
    boolean tells = untold;
    untold = false;
    return tells;
  }

  /** Tells whether an offset is that of the first record in doubt, or a later one. */
  boolean waitsAt(long offset) {
    Doubt doubt = metadata.doubt();
    return doubt != null && offset >= doubt.first();
  }

  /** The number of records whose acknowledgement may still come. */
  int underWay() {
    return progress.waiting() - refused;
  }

  /** Returns the offset to commit; empty if nothing is new since the last commit. */
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

  /** Notes whether the partition is to be paused; true if that is a change. */
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
