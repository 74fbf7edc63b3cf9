package io.quipu.kafka;

import io.quipu.kafka.progress.PartitionProgress;
import org.apache.kafka.common.TopicPartition;

/**
 * A partition for as long as it is assigned to this consumer without a break. Confined to the
 * thread of the consumer, but for whether it was released.
 */
final class AssignedPartition {
  private final TopicPartition partition;
  private final PartitionProgress progress = new PartitionProgress();
  private volatile boolean released;
  private boolean stopped;
  private boolean paused;
  private int refused;

  AssignedPartition(TopicPartition partition) {
    this.partition = partition;
  }

  TopicPartition partition() {
    return partition;
  }

  PartitionProgress progress() {
    return progress;
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
  }

  /** How many records wait for an acknowledgement that may still come. */
  int underWay() {
    return progress.waiting() - refused;
  }

  /** Whether the consumer is to be told, now that it should be paused or not. */
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
