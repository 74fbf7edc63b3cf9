package io.quipu.engine.store;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * The sizes of the pages of one slice. The first page has {@link EventLog#PAGE_ROWS} rows. Each
 * further page is twice as large as the last one, up to {@link #MOST} rows, while rows are free. So
 * a long slice takes few round trips, and a short slice takes little memory.
 */
public final class PageSizes {
  /** Rows of the largest page: a page twice as large would save little. */
  public static final int MOST = 4 * EventLog.PAGE_ROWS;

  private final IntUnaryOperator more;
  private final IntConsumer held;
  private int rows = EventLog.PAGE_ROWS;

  /**
   * @param more takes more rows, at most the given number, and returns the number that it got
   * @param held notified of that number, because the rows of a larger page may stay in memory
   */
  public PageSizes(IntUnaryOperator more, IntConsumer held) {
    this.more = more;
    this.held = held;
  }

  /** Takes rows for a larger page if possible. Returns the maximum number of its rows. */
  public int next() {
    int taken = more.applyAsInt(Math.min(rows, MOST - rows));
    held.accept(taken);
    rows += taken;
    return rows;
  }
}
