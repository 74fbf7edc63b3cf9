package io.quipu.engine.ingest;

import io.quipu.engine.model.Layout;
import io.quipu.engine.model.RetentionClass;
import io.quipu.engine.store.EventDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one context by retention and part, and what waits in all of them. They are made
 * when they are needed, and then kept. Confined to the context.
 */
final class PartitionQueues {
  /** The part of all room that a namespace may have in a queue that is full of others. */
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

  /** The queue of the part of a page. */
  PartitionQueue of(Append append, int page) {
    return of(append.retention(), layout.part(page));
  }

  PartitionQueue of(int retention, int part) {
    int index = retention * layout.parts() + part;
    PartitionQueue known = queues[index];
    if (known == null) {
      known = new PartitionQueue(directory, retention, part, this::held);
      queues[index] = known;
    }
    return known;
  }

  /**
   * Tells whether so much more of a namespace may wait in a queue. A namespace with little in the
   * queue may use all that is free, however much others have there: they do not decide whether it
   * is served.
   */
  boolean hasRoom(PartitionQueue queue, String namespace, int events, long bytes) {
    int freeEvents = bounds.queuedEvents() - queuedEvents;
    long freeBytes = bounds.heldBytes() - heldBytes;
    return queue.hasRoom(events, bytes, freeEvents, freeBytes)
        || (events <= freeEvents
            && bytes <= freeBytes
            && queue
                .pending()
                .of(namespace)
                .isLittleWith(
                    events, bytes, bounds.queuedEvents() / LITTLE, bounds.heldBytes() / LITTLE));
  }

  /** Tells whether so much more may wait before it is queued: no more than is free for others. */
  boolean maySlow(int events, long bytes) {
    return slowedEvents + events <= bounds.queuedEvents() - queuedEvents
        && slowedBytes + bytes <= bounds.heldBytes() - heldBytes;
  }

  /** Events came to wait before they are queued, or left. */
  void slowed(int events, long bytes) {
    slowedEvents += events;
    slowedBytes += bytes;
    queuedEvents += events;
    heldBytes += bytes;
    meters.queued(events);
  }

  /** Tells whether no event waits anywhere. */
  boolean areEmpty() {
    return queuedEvents == 0;
  }

  /** Events came to a queue, or left it. */
  void queued(PartitionQueue queue, int change) {
    queue.queued(change);
    queuedEvents += change;
    meters.queued(change);
  }

  /** Bytes of appends came, or were given back. */
  private void held(PartitionQueue queue, long change) {
    queue.held(change);
    heldBytes += change;
  }
}
