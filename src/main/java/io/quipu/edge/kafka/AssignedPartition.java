package io.quipu.edge.kafka;

import io.quipu.edge.kafka.progress.OffsetMetadata;
import io.quipu.edge.kafka.progress.OffsetMetadata.Doubt;
import io.quipu.edge.kafka.progress.PartitionProgress;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition for as long as it is assigned to this consumer without a break. Confined to the
 * thread of the consumer, but for whether it was released.
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
   * @param name what ids of its records have before the number of the partition
   * @param metadata as it was committed before
   */
  AssignedPartition(TopicPartition partition, String name, OffsetMetadata metadata) {
    this.partition = partition;
    this.ids = name + "-" + partition.partition() + "-";
    this.metadata = metadata;
  }

  TopicPartition partition() {
    return partition;
  }

  /** The id of a record: the same whenever and to whomever it is delivered, in its topic's life. */
  String id(long offset) {
    return ids + offset;
  }

  PartitionProgress progress() {
    return progress;
  }

  OffsetMetadata metadata() {
    return metadata;
  }

  /** It is somebody else's, who gets what is not committed: nothing is sent again for it. */
  void release() {
    released = true;
  }

  /** To be asked by any thread. */
  boolean isReleased() {
    return released;
  }

  /** Nothing more is taken from it until it is assigned again. */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  /** One that has begun is never done, so that nothing is committed past it. */
  void refuse() {
    refused++;
    stopped = true;
  }

  /** Stops at a record in doubt; the next owner stops there, too, before it is sent again. */
  void doubt(long offset) {
    refuse();
    metadata = metadata.with(new Doubt(offset, progress.last()));
    uncommitted = true;
    untold = true;
  }

  /** Tells whether there is a doubt that came up since this was asked last. */
  boolean tellsDoubt() {
    boolean tells = untold;
    untold = false;
    return tells;
  }

  /** Tells whether a record that comes now was in doubt, or taken after one that was. */
  boolean waitsAt(long offset) {
    Doubt doubt = metadata.doubt();
    return doubt != null && offset >= doubt.first();
  }

  /** How many records wait for an acknowledgement that may still come. */
  int underWay() {
    return progress.waiting() - refused;
  }

  /** Returns the offset to commit; empty if it says no more than the last one. */
  Optional<OffsetAndMetadata> committable() {
    OptionalLong position = uncommitted ? progress.position() : progress.committable();
    return position.isPresent()
        ? Optional.of(new OffsetAndMetadata(position.getAsLong(), metadata.text()))
        : Optional.empty();
  }

  /** Notes that this was committed. */
  void committed(OffsetAndMetadata offset) {
    progress.committed(offset.offset());
    uncommitted &= !offset.metadata().equals(metadata.text());
  }

  /** Tells whether the consumer is to be told, now that it should be paused or not. */
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
