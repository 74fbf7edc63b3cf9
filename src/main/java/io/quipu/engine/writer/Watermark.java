package io.quipu.engine.writer;

import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayDeque;
import java.util.UUID;

/**
 * Mints the timeuuids of one ingesting context and tracks its low watermark: the smallest event
 * time that the context may still acknowledge. Confined to that context.
 *
 * <p>Invariant: after {@link #low} has returned L, no timeuuid before L is minted, and no timeuuid
 * before L is undecided. So the heartbeat that carries L can promise that no further event before L
 * will be acknowledged, and that every acknowledged event before L is durable on a quorum.
 */
public final class Watermark {
  private static final long BUCKET_TICKS =
      EventPartition.BUCKET_SECONDS * EventTime.TICKS_PER_SECOND;

  private final Incarnation incarnation;
  private final int lane;
  private final ArrayDeque<Minted> undecided = new ArrayDeque<>();
  private long next;

  /**
   * @param lane the number of the context within the process, from 0 to 0x3fff; the clock sequence
   *     of the timeuuids of the context
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

  /**
   * Mints {@code rows} consecutive timeuuids of one bucket, for rows that are written once. The
   * timeuuids are undecided from now on.
   */
  public Minted mint(int rows) {
    return mint(rows, 1);
  }

  /**
   * Mints timeuuids, like {@link #mint(int)}, for rows that are written several times.
   *
   * @param writes how often the rows are written; each write is decided on its own
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

  /** The low watermark, which never decreases. The caller may publish it as a promise. */
  public EventTime low() {
    advance();
    Minted oldest = undecided.peekFirst();
    return oldest == null ? new EventTime(next) : oldest.first;
  }

  /** The least event time that a timeuuid can get now. */
  public EventTime next() {
    advance();
    return new EventTime(next);
  }

  private void advance() {
    next = Math.max(next, incarnation.time().now().ticks());
  }

  /** Consecutive timeuuids, for rows that are being written. */
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
     * Decides one write: its events were acknowledged, or will never be acknowledged. The low
     * watermark does not pass these timeuuids until all their writes are decided.
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
