package io.quipu.engine.writer;

import io.quipu.engine.model.EventPartition;
import io.quipu.engine.model.EventTime;
import java.util.ArrayDeque;
import java.util.UUID;

/**
 * Mints the timeuuids of one ingesting context and knows its low watermark: the smallest event time
 * that it may still acknowledge. Confined to that context.
 *
 * <p>Invariant: after {@link #low} returned L, nothing before L is minted, and nothing before L is
 * undecided. The heartbeat that carries L may therefore promise that everything before L that will
 * ever be acknowledged has been acknowledged, hence is durable on a quorum.
 */
public final class Watermark {
  private static final long BUCKET_TICKS =
      EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  private final Incarnation incarnation;
  private final int lane;
  private final ArrayDeque<Minted> undecided = new ArrayDeque<>();
  private long next;

  /**
   * @param lane number of the context within the process, in the clock sequence of its timeuuids
   */
  public Watermark(Incarnation incarnation, int lane) {
    if (lane < 0 || lane > 0x3fff) {
      throw new IllegalArgumentException("lane out of range: " + lane);
    }
    this.incarnation = incarnation;
    this.lane = lane;
    this.next = incarnation.floor().ticks();
  }

  public Incarnation incarnation() {
    return incarnation;
  }

  /** Mints {@code rows} consecutive timeuuids of one bucket; they are undecided from now on. */
  public Minted mint(int rows) {
    return mint(rows, 1);
  }

  /**
   * Mints timeuuids for rows that are written several times.
   *
   * @param writes each of which is decided by itself
   */
  public Minted mint(int rows, int writes) {
    advance();
    EventTime first = new EventTime(next);
    EventTime end =
        EventTime.ofEpochSecond(EventPartition.bucketOf(first) + EventPartition.BUCKET_SECONDS);
    if (rows > BUCKET_TICKS) {
      throw new IllegalArgumentException("too many rows for a bucket: " + rows);
    }
    if (end.ticks() - next < rows) {
      first = end;
    }
    next = first.ticks() + rows;
    Minted minted = new Minted(first, rows, writes);
    undecided.addLast(minted);
    return minted;
  }

  /** The low watermark; a promise from now on. */
  public EventTime low() {
    advance();
    Minted oldest = undecided.peekFirst();
    return oldest == null ? new EventTime(next) : oldest.first;
  }

  private void advance() {
    next = Math.max(next, incarnation.time().now().ticks());
  }

  /** A run of timeuuids whose rows are being written. */
  public final class Minted {
    private final EventTime first;
    private final int rows;
    private int undecidedWrites;

    private Minted(EventTime first, int rows, int writes) {
      this.first = first;
      this.rows = rows;
      this.undecidedWrites = writes;
    }

    public EventTime first() {
      return first;
    }

    /** The timeuuid of row {@code index}, from 0. */
    public UUID at(int index) {
      if (index < 0 || index >= rows) {
        throw new IndexOutOfBoundsException(index);
      }
      return first.plusTicks(index).timeuuid(lane, incarnation.node());
    }

    /**
     * Acknowledged, or given up and never to be acknowledged: the watermark no longer waits for it,
     * once that is so of all writes.
     */
    public void decide() {
      if (undecidedWrites == 0) {
        throw new IllegalStateException("decided twice: " + first);
      }
      undecidedWrites--;
      while (!undecided.isEmpty() && undecided.peekFirst().undecidedWrites == 0) {
        undecided.removeFirst();
      }
    }
  }
}
