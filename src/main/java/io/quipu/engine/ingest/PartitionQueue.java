package io.quipu.engine.ingest;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The appends that wait for a write to the partitions of one retention and part. The bucket is
 * chosen when a write begins. Confined to one context.
 *
 * <p>Namespaces have turns: a deficit round robin that needs no deficits, because rows are small.
 * In its turn, a namespace puts a bounded number of rows into the write. Then the next namespace
 * has its turn. So no namespace waits for all appends of another namespace.
 */
final class PartitionQueue {
  /**
   * The maximum number of rows of a turn while other namespaces wait: an eighth of the usual
   * maximum of a write.
   */
  private static final int TURN_ROWS = 64;

  /**
   * The number of known namespaces from which idle namespaces are removed. With fewer, idle
   * namespaces are kept, because a new object for each append costs more.
   */
  private static final int MOST_IDLE = 64;

  private final PartitionQueues queues;
  private final EventDirectory directory;
  private final int retention;
  private final int part;
  private final Map<String, Waiting> namespaces = new HashMap<>();
  private final ArrayDeque<Waiting> turns = new ArrayDeque<>();
  private int queuedEvents;
  private long heldBytes;
  private boolean writing;
  private int undecided;
  private @Nullable AnnouncedPartition partition;

  /**
   * @param queues notified of each change of queued events and held bytes
   */
  PartitionQueue(PartitionQueues queues, EventDirectory directory, int retention, int part) {
    this.queues = queues;
    this.directory = directory;
    this.retention = retention;
    this.part = part;
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

  /** The waiting appends of a namespace. */
  Waiting of(String namespace) {
    Waiting waiting = namespaces.get(namespace);
    if (waiting == null) {
      if (namespaces.size() >= MOST_IDLE) {
        namespaces.values().removeIf(Waiting::isIdle);
      }
      waiting = new Waiting();
      namespaces.put(namespace, waiting);
    }
    return waiting;
  }

  /** Queues the events of an append. Holds the bytes of the append until its caller is answered. */
  PendingAppend add(Append append, int page, long bytes) {
    return of(append.counter().namespace()).add(append, page, bytes);
  }

  /**
   * Tells whether a write may start. It may not while another write is not yet durable, so that
   * waiting events form batches, or while too many writes are undecided.
   */
  boolean mayWrite(CommitBounds bounds) {
    return !writing && !turns.isEmpty() && undecided < bounds.undecidedWrites();
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
   * Takes the events of one write. A namespace with appends left waits behind the other namespaces.
   *
   * @param from the least event time that the rows of the write can get
   */
  RowBatch next(CommitBounds bounds, EventTime from) {
    RowBatch batch = new RowBatch(bounds, from);
    while (!turns.isEmpty() && !batch.isFull()) {
      Waiting next = turns.removeFirst();
      batch.beginTurn(turns.isEmpty() ? Integer.MAX_VALUE : TURN_ROWS);
      next.takeInto(batch);
      if (!next.appends.isEmpty()) {
        turns.addLast(next);
      }
    }
    return batch;
  }

  /** Removes all waiting appends and returns them. */
  List<PendingAppend> removeAll() {
    List<PendingAppend> all = new ArrayList<>();
    for (Waiting waiting : turns) {
      all.addAll(waiting.appends);
      waiting.appends.clear();
      waiting.queued(-waiting.events);
    }
    turns.clear();
    return all;
  }

  /** Removes an append, if events of it still wait. */
  void remove(PendingAppend append) {
    Waiting waiting = of(append.append().counter().namespace());
    if (waiting.appends.remove(append)) {
      waiting.queued(-append.left());
      if (waiting.appends.isEmpty()) {
        turns.remove(waiting);
      }
    }
  }

  /** The appends of one namespace. */
  final class Waiting {
    private final ArrayDeque<PendingAppend> appends = new ArrayDeque<>();

    /** One receiver for all appends. */
    private final LongConsumer answered = this::answered;

    private int events;
    private long bytes;

    private Waiting() {}

    /** Tells whether this namespace, with some more events and bytes, stays within bounds. */
    boolean isLittleWith(int moreEvents, long moreBytes, int littleEvents, long littleBytes) {
      return events + moreEvents <= littleEvents && bytes + moreBytes <= littleBytes;
    }

    private PendingAppend add(Append append, int page, long size) {
      PendingAppend pending = new PendingAppend(append, page, size, answered);
      if (appends.isEmpty()) {
        turns.addLast(this);
      }
      appends.addLast(pending);
      queued(pending.left());
      held(size);
      return pending;
    }

    /** Changes the number of queued events: of this namespace, of the queue, and of all queues. */
    private void queued(int change) {
      events += change;
      queuedEvents += change;
      queues.queued(change);
    }

    /** Changes the number of bytes of appends that wait or are being written. */
    private void held(long change) {
      bytes += change;
      heldBytes += change;
      queues.held(change);
    }

    /** Takes the bytes of an append that is answered. */
    private void answered(long size) {
      held(-size);
    }

    private boolean isIdle() {
      return appends.isEmpty() && bytes == 0;
    }

    private void takeInto(RowBatch batch) {
      int before = batch.events();
      while (!appends.isEmpty()) {
        PendingAppend first = appends.getFirst();
        if (batch.isTooLate(first)) {
          queued(-first.left());
        } else if (!batch.takeFrom(first)) {
          break;
        }
        appends.removeFirst();
      }
      queued(before - batch.events());
      // An append that did not fit as a whole waits behind the other appends of its namespace.
      if (appends.size() > 1 && appends.getFirst().taken() > 0) {
        appends.addLast(appends.removeFirst());
      }
    }
  }
}
