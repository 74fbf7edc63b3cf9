package io.quipu.edge.kafka.progress;

import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;

/**
 * The records of one partition that are under way, and the offset up to which all are done: nothing
 * is committed past a record that is not. Records begin in the order of their offsets, and are done
 * in any. Confined to one thread.
 */
public final class PartitionProgress {
  /** A record that has begun. */
  public static final class Pending {
    private final long offset;
    private boolean done;

    private Pending(long offset) {
      this.offset = offset;
    }

    public long offset() {
      return offset;
    }
  }

  private static final long NOTHING = -1;

  /** From the first that is not done on. */
  private final ArrayDeque<Pending> held = new ArrayDeque<>();

  private int waiting;
  private long last = NOTHING;
  private long next = NOTHING;
  private long committed = NOTHING;

  /**
   * Notes that a record is under way. Offsets may be left out: those of records that a compaction
   * has removed, or of what ends a transaction.
   *
   * @throws IllegalArgumentException if it does not lie after all before it
   */
  public Pending begin(long offset) {
    if (offset <= last) {
      throw new IllegalArgumentException(offset + " after " + last);
    }
    last = offset;
    Pending pending = new Pending(offset);
    held.addLast(pending);
    waiting++;
    return pending;
  }

  /**
   * Notes that nothing of a record is under way any more: it is acknowledged, or was left out on
   * purpose. A second time it changes nothing.
   */
  public void done(Pending pending) {
    if (pending.done) {
      return;
    }
    pending.done = true;
    waiting--;
    for (Pending first = held.peekFirst(); first != null && first.done; first = held.peekFirst()) {
      held.removeFirst();
      next = first.offset + 1;
    }
  }

  /**
   * Returns the offset that may be committed, if it is larger than the last one: the one after the
   * last record of those from the beginning that are all done.
   */
  public OptionalLong committable() {
    return next > committed ? OptionalLong.of(next) : OptionalLong.empty();
  }

  /** Up to where everything is done, whether that is committed or not; empty before any began. */
  public OptionalLong position() {
    if (next != NOTHING) {
      return OptionalLong.of(next);
    }
    Pending first = held.peekFirst();
    return first == null ? OptionalLong.empty() : OptionalLong.of(first.offset);
  }

  /** The offset of the last record that has begun; -1 if none has. */
  public long last() {
    return last;
  }

  /** The offsets of what has begun and is not done. */
  public List<Long> open() {
    return held.stream().filter(pending -> !pending.done).map(Pending::offset).toList();
  }

  /** Notes what was committed; less than before changes nothing. */
  public void committed(long position) {
    committed = Math.max(committed, position);
  }

  /** How many records are under way. */
  public int waiting() {
    return waiting;
  }

  /** How many records have begun and may not be committed yet: those under way among them. */
  public int held() {
    return held.size();
  }
}
