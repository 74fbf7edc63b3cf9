package io.quipu.engine.ingest;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this lane writes to, and the state of the partition's announcement. A partition
 * is announced when a quorum has acknowledged two directory entries of this lane: one for the
 * partition and one for its hour. Entries of other lanes do not count, because this lane does not
 * know how many replicas have them. Confined to one context.
 */
final class AnnouncedPartition {
  /** The number of ticks before the end of a partition from which the next one is announced. */
  static final long AHEAD_TICKS = EventTime.TICKS_PER_SECOND;

  private static final CompletionStage<WriteOutcome> WRITTEN =
      CompletableFuture.completedStage(WriteOutcome.WRITTEN);

  private final EventDirectory directory;
  private final EventPartition partition;
  private boolean named;
  private boolean hourNamed;
  private @Nullable AnnouncedPartition next;

  /** Makes a partition without any announcement. */
  AnnouncedPartition(EventDirectory directory, EventPartition partition) {
    this.directory = directory;
    this.partition = partition;
  }

  EventPartition partition() {
    return partition;
  }

  /** The partition of the same retention and part that holds {@code time}. */
  AnnouncedPartition at(EventTime time) {
    long bucket = EventPartition.bucketOf(time);
    if (bucket == partition.bucket()) {
      return this;
    }
    AnnouncedPartition ahead = next;
    return ahead != null && bucket == ahead.partition.bucket()
        ? ahead
        : other(new EventPartition(partition.retention(), bucket, partition.part()));
  }

  private AnnouncedPartition other(EventPartition other) {
    AnnouncedPartition made = new AnnouncedPartition(directory, other);
    made.hourNamed = hourNamed && other.hour() == partition.hour();
    return made;
  }

  /** Tells whether every read that begins now finds the partition. */
  boolean isAnnounced() {
    return named && hourNamed;
  }

  /**
   * Announces the partition and its hour, if necessary. {@link #isAnnounced} then tells the result.
   */
  CompletionStage<WriteOutcome> announce() {
    return name().thenCombine(nameHour(), WriteOutcome::and);
  }

  private CompletionStage<WriteOutcome> name() {
    return named
        ? WRITTEN
        : directory
            .name(partition)
            .whenComplete((outcome, failure) -> named |= outcome == WriteOutcome.WRITTEN);
  }

  private CompletionStage<WriteOutcome> nameHour() {
    return hourNamed
        ? WRITTEN
        : directory
            .name(Hour.of(partition))
            .whenComplete((outcome, failure) -> hourNamed |= outcome == WriteOutcome.WRITTEN);
  }

  /**
   * Announces the next partition, once, if this partition ends soon, so that the first write to the
   * next partition does not wait. A write to a partition that is not yet announced announces the
   * partition again.
   *
   * @param now the time of the first row of a write to this partition
   */
  void announceNext(EventTime now) {
    if (next != null || now.ticks() < partition.end().ticks() - AHEAD_TICKS) {
      return;
    }
    AnnouncedPartition ahead = other(partition.next());
    next = ahead;
    try {
      // Ignored: a write to the next partition asks isAnnounced.
      var unused = ahead.announce();
    } catch (RuntimeException defect) {
      // The first write to the next partition announces again. It fails if it meets the defect too.
    }
  }
}
