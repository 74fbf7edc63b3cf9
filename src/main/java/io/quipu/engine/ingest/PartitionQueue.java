package io.quipu.engine.ingest;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The appends that wait for a write to the partitions of one retention and part. The bucket is
 * chosen when a write begins. Confined to one context.
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
   * @param held receives each change of the bytes of appends that wait or are being written
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
   * Tells whether more events and bytes may wait here. They may not if this queue would then have
   * more than is free now for all queues together, so that one queue cannot take all room.
   */
  boolean hasRoom(int events, long bytes, int freeEvents, long freeBytes) {
    return queuedEvents + events <= freeEvents && heldBytes + bytes <= freeBytes;
  }

  NamespaceTurns pending() {
    return pending;
  }

  /** Changes the number of queued events. */
  void queued(int change) {
    queuedEvents += change;
  }

  /** Changes the number of bytes of appends that wait or are being written. */
  void held(long change) {
    heldBytes += change;
  }

  /**
   * Tells whether a write may start. It may not while another write is not yet durable, so that
   * waiting events form batches, or while too many writes are undecided.
   */
  boolean mayWrite(CommitBounds bounds) {
    return !writing && !pending.isEmpty() && undecided < bounds.undecidedWrites();
  }

  void writeStarted() {
    writing = true;
    undecided++;
  }

  /** Notes that the rows of a write are durable and can be found, or that the write is decided. */
  void writeEnded() {
    writing = false;
  }

  void writeDecided() {
    undecided--;
  }

  /**
   * Takes the events of one write, see {@link NamespaceTurns#fill}.
   *
   * @param from the least event time that the rows of the write can get
   */
  RowBatch next(CommitBounds bounds, EventTime from) {
    RowBatch batch = new RowBatch(bounds, from);
    pending.fill(batch);
    return batch;
  }
}
