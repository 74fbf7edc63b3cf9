package io.quipu.engine.ingest;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.store.EventDirectory;
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
  private final NamespaceTurns pending;
  private int queuedEvents;
  private long heldBytes;
  private boolean writing;
  private int undecided;
  private @Nullable AnnouncedPartition partition;

  /**
   * @param held given how many bytes of appends came, or were given back
   */
  PartitionQueue(
      EventDirectory directory, int retention, int part, ObjLongConsumer<PartitionQueue> held) {
    this.directory = directory;
    this.retention = retention;
    this.part = part;
    this.pending = new NamespaceTurns(bytes -> held.accept(this, bytes));
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
   * Tells whether more may wait here: no more than is free, so that however much waits here there
   * is room for others.
   */
  boolean hasRoom(int events, long bytes, int freeEvents, long freeBytes) {
    return queuedEvents + events <= freeEvents && heldBytes + bytes <= freeBytes;
  }

  NamespaceTurns pending() {
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

  /** Tells whether a write may start: one at a time, so that events group behind it. */
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
    pending.fill(batch);
    return batch;
  }
}
