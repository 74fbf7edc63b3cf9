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
 * A partition that this lane writes to, and whether it can be found: whether a quorum acknowledged
 * what this lane itself wrote of it and of its hour into the directory. What others wrote there
 * does not count, as nobody here knows on how many replicas it is. Confined to one context.
 */
final class AnnouncedPartition {
  /** So long before its end the next one is announced, if this one is in use. */
  static final long AHEAD_TICKS = EventTime.TICKS_PER_SECOND;

  private static final CompletionStage<WriteOutcome> WRITTEN =
      CompletableFuture.completedStage(WriteOutcome.WRITTEN);

  private final EventDirectory directory;
  private final EventPartition partition;
  private boolean named;
  private boolean hourNamed;
  private @Nullable AnnouncedPartition next;

  /** One of which nothing is announced. */
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

  /** Tells whether a read can find it. */
  boolean isAnnounced() {
    return named && hourNamed;
  }

  /**
   * Announces what is not announced yet; when that has returned, it may be {@link #isAnnounced}.
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
   * Announces the next partition if this one ends soon, so that nobody has to wait for it then.
   * Nothing is decided by that: what is not acknowledged when it is needed is announced again.
   *
   * @param now of a write to this one
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
      // It is met again by the write that needs the announcement, and there somebody is told.
    }
  }
}
