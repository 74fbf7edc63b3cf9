package io.quipu.engine.store;

import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Rows that may be held at once for one purpose. A reader takes some rows of the share before
 * reading. If too few rows are free, the reader waits, in the order of asking. After that, the
 * reader gets more rows only if rows are free and no reader waits. So no reader holds rows while
 * waiting for rows, and every waiting reader is served in the end, unless its patience ends first.
 * Readers that want more rows leave half of the share to readers that begin. Safe on any thread.
 */
public final class RowShare {
  /**
   * The maximum number of callers that wait. More are refused, because each request holds memory of
   * its own.
   */
  private static final int MOST_WAITING = 10_000;

  private final int rows;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final LongAdder refused = new LongAdder();
  private int free;

  /**
   * @param rows number of rows, at least 2
   */
  public RowShare(int rows) {
    if (rows < 2) {
      throw new IllegalArgumentException(rows + " rows");
    }
    this.rows = rows;
    this.free = rows;
  }

  /** The number of rows in all. */
  public int rows() {
    return rows;
  }

  /** The number of rows that are taken now. */
  public synchronized int taken() {
    return rows - free;
  }

  /** The number of callers that wait for rows now. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** The number of callers that gave up waiting, or were refused at once. */
  public long refused() {
    return refused.sum();
  }

  /** Makes a taker of rows for one context. All stages of the taker complete on that context. */
  public Taker on(Scheduler context) {
    return new Taker(this, context);
  }

  /** Takes rows for callers on one context. */
  public static final class Taker {
    private final RowShare share;
    private final Scheduler context;

    private Taker(RowShare share, Scheduler context) {
      this.share = share;
      this.context = context;
    }

    /** The number of rows in all. */
    public int rows() {
      return share.rows;
    }

    /**
     * Takes {@code wanted} rows, at most the whole share, as soon as they are free. Fails with the
     * store unavailable if too many callers wait.
     */
    public CompletionStage<Held> take(int wanted) {
      return share.take(wanted, context, null);
    }

    /**
     * Takes {@code wanted} rows, at most the whole share, as soon as they are free. Fails with the
     * store unavailable if the wait is longer than {@code patience}, or if too many callers wait.
     */
    public CompletionStage<Held> take(int wanted, Duration patience) {
      return share.take(wanted, context, patience);
    }
  }

  /** Rows that were taken. Confined to the context of the caller that took them. */
  public static final class Held implements AutoCloseable {
    private final RowShare share;
    private int rows;

    private Held(RowShare share, int rows) {
      this.share = share;
      this.rows = rows;
    }

    /** The number of rows. */
    public int rows() {
      return rows;
    }

    /**
     * Takes more rows without waiting, if no caller waits and more than half of the share is free.
     * Leaves half of the share free.
     *
     * @return the number of additional rows, from 0 to {@code wanted}
     */
    public int grow(int wanted) {
      return grow(wanted, share.rows / 2);
    }

    /**
     * Takes more rows for optional work, like {@link #grow}, but leaves three quarters of the share
     * free, so that optional work takes no rows that other work needs.
     */
    public int growIfIdle(int wanted) {
      return grow(wanted, share.rows - share.rows / 4);
    }

    private int grow(int wanted, int left) {
      int more = share.more(wanted, left);
      rows += more;
      return more;
    }

    /** Gives all rows back. A second call does nothing. */
    @Override
    public void close() {
      int back = rows;
      rows = 0;
      share.giveBack(back);
    }
  }

  private static final class Waiting {
    final int rows;
    final Scheduler context;
    final CompletableFuture<Held> taken = new CompletableFuture<>();
    Scheduler.Cancellable timer = () -> {};

    Waiting(int rows, Scheduler context) {
      this.rows = rows;
      this.context = context;
    }
  }

  private CompletionStage<Held> take(int wanted, Scheduler context, @Nullable Duration patience) {
    int some = Math.max(1, Math.min(wanted, rows));
    Waiting next;
    synchronized (this) {
      if (waiting.isEmpty() && free >= some) {
        free -= some;
        return CompletableFuture.completedStage(new Held(this, some));
      }
      if (waiting.size() >= MOST_WAITING) {
        refused.increment();
        return CompletableFuture.failedStage(tooMuch());
      }
      next = new Waiting(some, context);
      waiting.add(next);
    }
    if (patience != null) {
      next.timer = context.after(patience, () -> giveUp(next));
    }
    return next.taken;
  }

  /** Refuses a caller when its patience ends, unless rows were taken for the caller before. */
  private void giveUp(Waiting late) {
    List<Waiting> served;
    synchronized (this) {
      if (!waiting.remove(late)) {
        return;
      }
      served = serve();
    }
    tell(served);
    refused.increment();
    late.taken.completeExceptionally(tooMuch());
  }

  private static StoreUnavailable tooMuch() {
    return StoreUnavailable.busy("This instance has too many rows to read at present.");
  }

  private synchronized int more(int wanted, int left) {
    int spare = waiting.isEmpty() ? free - left : 0;
    int more = Math.max(0, Math.min(wanted, spare));
    free -= more;
    return more;
  }

  private void giveBack(int back) {
    List<Waiting> served;
    synchronized (this) {
      free += back;
      served = serve();
    }
    tell(served);
  }

  /** Takes rows for the callers next in turn, as long as enough rows are free. Needs the lock. */
  private List<Waiting> serve() {
    if (waiting.isEmpty()) {
      return List.of();
    }
    List<Waiting> served = new ArrayList<>();
    for (Waiting next = waiting.peek(); next != null && next.rows <= free; next = waiting.peek()) {
      waiting.remove();
      free -= next.rows;
      served.add(next);
    }
    return served;
  }

  private void tell(List<Waiting> served) {
    for (Waiting next : served) {
      next.context.execute(
          () -> {
            next.timer.cancel();
            next.taken.complete(new Held(this, next.rows));
          });
    }
  }
}
