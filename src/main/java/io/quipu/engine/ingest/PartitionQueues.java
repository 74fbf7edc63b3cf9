package io.quipu.engine.ingest;

import io.quipu.engine.names.Layout;
import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.windows.RetentionClass;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one context by retention and part, and the totals of all queues. A queue is made at
 * its first use and never removed. Confined to the context.
 */
final class PartitionQueues {
  /** The divisor of all room that gives the room of each namespace even in a long queue. */
  private static final int LITTLE = 256;

  private final EventDirectory directory;
  private final Layout layout;
  private final CommitBounds bounds;
  private final IngestMeters meters;
  private final @Nullable PartitionQueue[] queues;
  private int queuedEvents;
  private long heldBytes;
  private int slowedEvents;
  private long slowedBytes;

  PartitionQueues(
      EventDirectory directory, Layout layout, CommitBounds bounds, IngestMeters meters) {
    this.directory = directory;
    this.layout = layout;
    this.bounds = bounds;
    this.meters = meters;
    this.queues = new PartitionQueue[(RetentionClass.FOREVER + 1) * layout.parts()];
  }

  /** The queue for an append to a page. */
  PartitionQueue of(Append append, int page) {
    return of(append.retention(), layout.part(page));
  }

  PartitionQueue of(int retention, int part) {
    int index = retention * layout.parts() + part;
    PartitionQueue known = queues[index];
    if (known == null) {
      known = new PartitionQueue(this, directory, retention, part);
      queues[index] = known;
    }
    return known;
  }

  /**
   * Tells whether more events and bytes of a namespace may wait in a queue. {@link
   * PartitionQueue#hasRoom} bounds the queue. In spite of this bound, a namespace that would then
   * have at most {@code 1 / LITTLE} of all room in the queue may use any free room, so that other
   * namespaces in the queue cannot keep this namespace out.
   */
  boolean hasRoom(PartitionQueue queue, String namespace, int events, long bytes) {
    int freeEvents = bounds.queuedEvents() - queuedEvents;
    long freeBytes = bounds.heldBytes() - heldBytes;
    return queue.hasRoom(events, bytes, freeEvents, freeBytes)
        || (events <= freeEvents
            && bytes <= freeBytes
            && queue
                .of(namespace)
                .isLittleWith(
                    events, bytes, bounds.queuedEvents() / LITTLE, bounds.heldBytes() / LITTLE));
  }

  /**
   * Tells whether more events and bytes may wait before the queues. They may not if all that waits
   * there would then be more than is free now.
   */
  boolean maySlow(int events, long bytes) {
    return slowedEvents + events <= bounds.queuedEvents() - queuedEvents
        && slowedBytes + bytes <= bounds.heldBytes() - heldBytes;
  }

  /** Changes the numbers of events and bytes that wait before the queues. */
  void slowed(int events, long bytes) {
    slowedEvents += events;
    slowedBytes += bytes;
    queued(events);
    held(bytes);
  }

  /** Tells whether no event waits, in a queue or before the queues. */
  boolean areEmpty() {
    return queuedEvents == 0;
  }

  /** Changes the number of events that wait, in a queue or before the queues. */
  void queued(int change) {
    queuedEvents += change;
    meters.queued(change);
  }

  /** Changes the number of bytes of appends that wait or are being written. */
  void held(long change) {
    heldBytes += change;
  }
}
