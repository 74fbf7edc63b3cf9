package io.quipu.engine.store;

/**
 * The number of rows that a process may hold in memory at once, for all purposes. Settling has half
 * of the rows for itself, so that a backlog shrinks during many reads, and reads proceed during a
 * large backlog. Rankings have their own share, because rankings hold rows for minutes, while other
 * reads wait for rows only for seconds. Safe on any thread.
 *
 * @param settling the share of steps of settling
 * @param reading the share of tails, windows, verdicts, listings and recounts
 * @param ranking the share of rankings
 */
public record RowBudget(RowShare settling, RowShare reading, RowShare ranking) {
  /**
   * The estimated bytes of a held row with an id of 256 bytes (278 bytes in a hierarchy). The row
   * is in a driver page and, during deduplication, again in an object, a set and a map.
   */
  public static final int ROW_BYTES = 700;

  /** The divisor of the heap: rows may take a quarter. */
  private static final int PART_OF_HEAP = 4;

  /** Makes a budget: half for settling, an eighth for rankings, and the rest for reading. */
  public static RowBudget of(int rows) {
    int ranking = rows / 8;
    return new RowBudget(
        new RowShare(rows / 2), new RowShare(rows / 2 - ranking), new RowShare(ranking));
  }

  /** Makes a budget for a quarter of the heap, at most 10,000,000 rows. */
  public static RowBudget ofHeap(long bytes) {
    return of((int) Math.min(10_000_000, bytes / PART_OF_HEAP / ROW_BYTES));
  }
}
