package io.quipu.edge.kafka.progress;

import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalLong;

/**
 * The records of one partition that are under way, and the offset before which all records are
 * done. A record is open from {@link #begin} to {@link #done}. No offset after an open record is
 * committed. Records begin in the order of their offsets, and become done in any order. Confined to
 * one thread.
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

  /** The records from the first open one on. */
  private final ArrayDeque<Pending> held = new ArrayDeque<>();

  private int waiting;
  private long last = NOTHING;
  private long next = NOTHING;
  private long committed = NOTHING;

  /**
   * Notes that a record is under way. Offsets may have gaps: a compaction removes records, and the
   * marker at the end of a transaction takes an offset.
   *
   * @throws IllegalArgumentException if the offset is not above all earlier offsets
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
   * Notes that a record is done: the record is acknowledged, or was left out on purpose. A second
   * call changes nothing.
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
   * Returns the offset that may be committed, if it is above the last committed offset. All records
   * before the returned offset are done.
   */
  public OptionalLong committable() {
    return next > committed ? OptionalLong.of(next) : OptionalLong.empty();
  }

  /** The offset before which all records are done, committed or not; empty before any record. */
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

  /** The offsets of the open records, in ascending order. */
  public List<Long> open() {
    return held.stream().filter(pending -> !pending.done).map(Pending::offset).toList();
  }

  /** Notes a committed offset. An offset below an earlier committed offset changes nothing. */
  public void committed(long position) {
    committed = Math.max(committed, position);
  }

  /** The number of open records. */
  public int waiting() {
    return waiting;
  }

  /** The number of records from the first open one on, whether done or not. */
  public int held() {
    return held.size();
  }
}
