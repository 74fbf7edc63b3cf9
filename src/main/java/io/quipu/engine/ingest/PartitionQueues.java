package io.quipu.engine.ingest;

import io.quipu.engine.model.Layout;
import io.quipu.engine.model.RetentionClass;
import io.quipu.engine.store.EventDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one context by retention and part, and the totals of all queues. A queue is made at
 * its first use and then kept. Confined to the context.
 */
final class PartitionQueues {
  /** A namespace may have one part in so many of all room in a queue that others fill. */
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
   * queue may use all free room. So other namespaces in the queue cannot keep this namespace out.
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

  /** Tells whether so much more may wait before the queues: at most what is free for others. */
  boolean maySlow(int events, long bytes) {
    return slowedEvents + events <= bounds.queuedEvents() - queuedEvents
        && slowedBytes + bytes <= bounds.heldBytes() - heldBytes;
  }

  /** Changes the number of events, and of their bytes, that wait before they are queued. */
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

  /** Changes the number of events in a queue. */
  void queued(PartitionQueue queue, int change) {
    queue.queued(change);
    queuedEvents += change;
    meters.queued(change);
  }

  /** Changes the number of held bytes of appends in a queue. */
  private void held(PartitionQueue queue, long change) {
    queue.held(change);
    heldBytes += change;
  }
}
