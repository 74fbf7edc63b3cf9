package io.quipu.engine.ingest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The appends that wait in one queue, in turns by namespace: a deficit round robin that needs no
 * deficits, because rows are small. In its turn, a namespace puts a bounded number of rows into the
 * write. Then the next namespace has its turn. So no namespace waits for all appends of another
 * namespace. Confined to one context.
 */
final class NamespaceTurns {
  /**
   * The maximum number of rows of a turn while other namespaces wait: an eighth of the usual
   * maximum of a write.
   */
  static final int TURN_ROWS = 64;

  /**
   * The number of known namespaces from which idle namespaces are removed. With fewer, idle
   * namespaces are kept, because a new object for each append costs more.
   */
  private static final int MOST_IDLE = 64;

  private final LongConsumer held;
  private final Map<String, Waiting> known = new HashMap<>();
  private final ArrayDeque<Waiting> turns = new ArrayDeque<>();

  /**
   * @param held receives each change of the bytes of appends that wait or are being written
   */
  NamespaceTurns(LongConsumer held) {
    this.held = held;
  }

  /** The waiting appends of a namespace. */
  Waiting of(String namespace) {
    Waiting waiting = known.get(namespace);
    if (waiting == null) {
      if (known.size() >= MOST_IDLE) {
        known.values().removeIf(Waiting::isIdle);
      }
      waiting = new Waiting();
      known.put(namespace, waiting);
    }
    return waiting;
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** Fills one write. A namespace with appends left waits behind the other namespaces. */
  void fill(RowBatch batch) {
    while (!turns.isEmpty() && !batch.isFull()) {
      Waiting next = turns.removeFirst();
      batch.beginTurn(turns.isEmpty() ? Integer.MAX_VALUE : TURN_ROWS);
      next.takeInto(batch);
      if (!next.appends.isEmpty()) {
        turns.addLast(next);
      }
    }
  }

  /** Removes all waiting appends and returns them. */
  List<PendingAppend> removeAll() {
    List<PendingAppend> all = new ArrayList<>();
    for (Waiting waiting : turns) {
      all.addAll(waiting.appends);
      waiting.appends.clear();
      waiting.events = 0;
    }
    turns.clear();
    return all;
  }

  /** Removes an append, if events of it still wait. */
  void remove(PendingAppend append) {
    Waiting waiting = of(append.append().counter().namespace());
    if (waiting.appends.remove(append)) {
      waiting.events -= append.left();
      if (waiting.appends.isEmpty()) {
        turns.remove(waiting);
      }
    }
  }

  /** The appends of one namespace. */
  final class Waiting {
    private final ArrayDeque<PendingAppend> appends = new ArrayDeque<>();
    private final LongConsumer answered;
    private int events;
    private long bytes;

    private Waiting() {
      this.answered = size -> hold(-size);
    }

    /** The receiver of the bytes of each append that is answered. */
    LongConsumer answered() {
      return answered;
    }

    /** Tells whether this namespace, with some more events and bytes, stays within bounds. */
    boolean isLittleWith(int moreEvents, long moreBytes, int littleEvents, long littleBytes) {
      return events + moreEvents <= littleEvents && bytes + moreBytes <= littleBytes;
    }

    void add(PendingAppend append, long size) {
      if (appends.isEmpty()) {
        turns.addLast(this);
      }
      appends.addLast(append);
      events += append.left();
      hold(size);
    }

    private void hold(long change) {
      bytes += change;
      held.accept(change);
    }

    private boolean isIdle() {
      return appends.isEmpty() && bytes == 0;
    }

    private void takeInto(RowBatch batch) {
      int before = batch.events();
      while (!appends.isEmpty()) {
        PendingAppend first = appends.getFirst();
        if (batch.isTooLate(first)) {
          events -= first.left();
        } else if (!batch.takeFrom(first)) {
          break;
        }
        appends.removeFirst();
      }
      events -= batch.events() - before;
      // An append that did not fit as a whole waits behind the other appends of its namespace.
      if (appends.size() > 1 && appends.getFirst().taken() > 0) {
        appends.addLast(appends.removeFirst());
      }
    }
  }
}
