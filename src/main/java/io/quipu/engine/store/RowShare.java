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
 * Rows that may be held at once for one purpose. Whoever reads takes some before the first row, and
 * waits for them if need be, in the order of asking; from then on it only ever gets more if they
 * are there. So nobody holds rows while waiting for others, and all that wait are served in the
 * end. Those who want more leave half of the share to those who begin. Safe on any thread.
 */
public final class RowShare {
  /** More that wait are refused: each is a request that holds memory of its own. */
  private static final int MOST_WAITING = 10_000;

  private final int rows;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final LongAdder refused = new LongAdder();
  private int free;

  /**
   * @param rows at least 2
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

  /** A taker of rows for one context, on which everything completes. */
  public Taker on(Scheduler context) {
    return new Taker(this, context);
  }

  /** Takes rows for those who run on one context. */
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

    /** Takes rows as soon as they are there, all of the share if more are wanted. */
    public CompletionStage<Held> take(int wanted) {
      return share.take(wanted, context, null);
    }

    /**
     * Takes rows as soon as they are there; fails with the store unavailable if it takes longer
     * than {@code patience}.
     */
    public CompletionStage<Held> take(int wanted, Duration patience) {
      return share.take(wanted, context, patience);
    }
  }

  /** Rows that were taken. Confined to the context of whoever took them. */
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
     * Takes more if they are there, without waiting.
     *
     * @return how many more, possibly none, at most {@code wanted}
     */
    public int grow(int wanted) {
      return grow(wanted, share.rows / 2);
    }

    /**
     * Takes more if they are there, for work that can do without: leaves three quarters of the
     * share, so that nobody lacks needed rows because others wanted to be quicker.
     */
    public int growIfIdle(int wanted) {
      return grow(wanted, share.rows - share.rows / 4);
    }

    private int grow(int wanted, int left) {
      int more = share.more(wanted, left);
      rows += more;
      return more;
    }

    /** Gives all back; more than once does no harm. */
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

  /** On the context of who waits, as is the answer: of the two, one comes first. */
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

  /** Takes the rows of those who are next in turn, as far as there are any. */
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
