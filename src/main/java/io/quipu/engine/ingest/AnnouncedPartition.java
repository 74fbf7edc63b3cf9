package io.quipu.engine.ingest;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.store.WriteOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A partition that this lane writes to, and the state of its announcement. A partition is announced
 * when a quorum has acknowledged this lane's own entries in the directory, for the partition and
 * for its hour. Entries of other writers do not count: this lane does not know how many replicas
 * have them. Confined to one context.
 */
final class AnnouncedPartition {
  /** The time before the end of a partition in use at which the next partition is announced. */
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

  /** Tells whether a read certainly finds the partition. */
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
   * Announces the next partition if this one ends soon, so that no write has to wait then. A write
   * that finds the next partition not yet announced announces it again.
   *
   * @param now the time of a write to this partition
   */
  void announceNext(EventTime now) {
    if (next != null || now.ticks() < partition.end().ticks() - AHEAD_TICKS) {
      return;
    }
    AnnouncedPartition ahead = other(partition.next());
    next = ahead;
    try {
      var unused = ahead.announce();
    } catch (RuntimeException defect) {
      // The write that needs the announcement meets the defect again, and tells its callers.
    }
  }
}
