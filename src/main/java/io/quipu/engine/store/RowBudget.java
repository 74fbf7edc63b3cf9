package io.quipu.engine.store;

/**
 * The number of rows that a process may hold in memory at once, for all purposes. Settling has a
 * half of its own: a backlog shrinks however much is read, and reads go on however large a backlog
 * is. Rankings have their own share: they hold rows for minutes, and other reads wait only seconds.
 * Safe on any thread.
 *
 * @param settling for steps of settling
 * @param reading for tails, windows, verdicts and recounts
 * @param ranking for rankings
 */
public record RowBudget(RowShare settling, RowShare reading, RowShare ranking) {
  /**
   * The estimated bytes of a held row with an id of 256 bytes (278 in a hierarchy). The row is in a
   * page of the driver, and, during deduplication, again in an object, a set and a map.
   */
  public static final int ROW_BYTES = 700;

  /** The divisor of the heap: rows may take a quarter. */
  private static final int PART_OF_HEAP = 4;

  /** A budget of so many rows: half for settling, an eighth for rankings, the rest for reading. */
  public static RowBudget of(int rows) {
    int ranking = rows / 8;
    return new RowBudget(
        new RowShare(rows / 2), new RowShare(rows / 2 - ranking), new RowShare(ranking));
  }

  /** A budget of a quarter of the heap, at most 10,000,000 rows. */
  public static RowBudget ofHeap(long bytes) {
    return of((int) Math.min(10_000_000, bytes / PART_OF_HEAP / ROW_BYTES));
  }
}
