package io.quipu.ingest;

import io.quipu.counter.EventTime;
import io.quipu.page.EventPartition;
import io.quipu.store.EventDirectory;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The appends that wait for a write to the partitions of one retention and part, bucket after
 * bucket. Confined to one context.
 */
final class PartitionQueue {
  private final EventDirectory directory;
  private final int retention;
  private final int part;
  private final LongConsumer answered;
  private final ArrayDeque<PendingAppend> pending = new ArrayDeque<>();
  private int queuedEvents;
  private long heldBytes;
  private boolean writing;
  private int undecided;
  private @Nullable AnnouncedPartition partition;

  /**
   * @param held told how many bytes an append gives back
   */
  PartitionQueue(
      EventDirectory directory, int retention, int part, ObjLongConsumer<PartitionQueue> held) {
    this.directory = directory;
    this.retention = retention;
    this.part = part;
    this.answered = bytes -> held.accept(this, -bytes);
  }

  /** Told the bytes of an append that is answered. */
  LongConsumer answered() {
    return answered;
  }

  /** The partition that holds {@code time}. */
  AnnouncedPartition partition(EventTime time) {
    AnnouncedPartition known = partition;
    AnnouncedPartition now =
        known != null
            ? known.at(time)
            : new AnnouncedPartition(
                directory, new EventPartition(retention, EventPartition.bucketOf(time), part));
    partition = now;
    return now;
  }

  /**
   * Whether more may wait here: no more than is free, so that however much waits here there is room
   * for others.
   */
  boolean hasRoom(int events, long bytes, int freeEvents, long freeBytes) {
    return queuedEvents + events <= freeEvents && heldBytes + bytes <= freeBytes;
  }

  ArrayDeque<PendingAppend> pending() {
    return pending;
  }

  /** Events came or went. */
  void queued(int change) {
    queuedEvents += change;
  }

  /** Bytes of appends came or went. */
  void held(long change) {
    heldBytes += change;
  }

  /** Whether a write may start: one at a time, so that events group behind it. */
  boolean mayWrite(CommitBounds bounds) {
    return !writing && !pending.isEmpty() && undecided < bounds.undecidedWrites();
  }

  void writeStarted() {
    writing = true;
    undecided++;
  }

  /** Its rows are durable and can be found, or it was given up. */
  void writeEnded() {
    writing = false;
  }

  void writeDecided() {
    undecided--;
  }

  /** Takes what fits into one write. What an append has left over then waits behind the others. */
  RowBatch next(CommitBounds bounds) {
    RowBatch batch = new RowBatch(bounds);
    while (!pending.isEmpty() && batch.takeFrom(pending.getFirst())) {
      pending.removeFirst();
    }
    if (pending.size() > 1 && pending.getFirst().taken() > 0) {
      pending.addLast(pending.removeFirst());
    }
    return batch;
  }
}
