package io.quipu.engine.store;

/**
 * The number of rows that a process holds in memory at once, whatever it reads them for. Settling
 * has a half of its own, so that a backlog always gets smaller however much is read, and the other
 * way round. So have rankings, which hold their rows for minutes while other reads wait for seconds
 * only. Safe on any thread.
 *
 * @param settling for steps of settling
 * @param reading for tails, windows, verdicts and recounts
 * @param ranking for rankings
 */
public record RowBudget(RowShare settling, RowShare reading, RowShare ranking) {
  /**
   * The bytes of a row while it is held: with an id of 256 bytes (or 22 more, in a hierarchy), its
   * bytes in a page of the driver, and again as an object, in a set and in a map, while it is
   * deduplicated. An estimate.
   */
  public static final int ROW_BYTES = 700;

  /** The part of the heap that rows may take. */
  private static final int PART_OF_HEAP = 4;

  /** A budget of so many rows: half for settling, an eighth for rankings. */
  public static RowBudget of(int rows) {
    int ranking = rows / 8;
    return new RowBudget(
        new RowShare(rows / 2), new RowShare(rows / 2 - ranking), new RowShare(ranking));
  }

  /** A quarter of a heap of so many bytes. */
  public static RowBudget ofHeap(long bytes) {
    return of((int) Math.min(10_000_000, bytes / PART_OF_HEAP / ROW_BYTES));
  }
}
