package io.quipu.engine.store;

import java.util.function.IntUnaryOperator;

/**
 * The sizes of the pages of one slice. Each page is twice as large as the last one, while rows are
 * free. So a long slice takes few round trips, and a short slice takes little memory.
 */
public final class PageSizes {
  /** Rows of the largest page: a page twice as large would save little. */
  public static final int MOST = 4 * EventLog.PAGE_ROWS;

  private final IntUnaryOperator more;
  private int rows = EventLog.PAGE_ROWS;

  /**
   * @param more takes as many more rows as are free, at most the given number
   */
  public PageSizes(IntUnaryOperator more) {
    this.more = more;
  }

  /** The maximum number of rows of the next page. */
  public int next() {
    rows += more.applyAsInt(Math.min(rows, MOST - rows));
    return rows;
  }
}
