package io.quipu.engine.checkpoint.recount;

import java.math.BigInteger;

/**
 * The result of counting the retained rows again.
 *
 * @param count the settled total if {@code complete}, else the sum of the checked minute windows
 * @param recounted the count of the retained rows, if not {@code complete} only of the rows in the
 *     checked minute windows
 * @param windowDrift the larger of two differences on a page: the sum of the absolute differences
 *     of all compared windows, and the difference between the sum of all windows of a granularity
 *     and the total. Each is the larger of a difference in counts and a difference in events. For
 *     several pages, the sum of the pages
 * @param windowsChecked the number of windows that were compared with rows, without windows that
 *     have undecided rows or resets of unknown amount
 * @param complete whether all rows of the counter are retained. If not, earlier rows may be
 *     deleted, and of their windows only the sum was checked
 */
public record RecountReport(
    BigInteger count,
    BigInteger recounted,
    BigInteger windowDrift,
    long windowsChecked,
    boolean complete) {
  /** The report of a counter that was never settled. */
  static final RecountReport NOTHING = new RecountReport(BigInteger.ZERO, BigInteger.ZERO, 0, true);

  public RecountReport {
    if (windowDrift.signum() < 0 || windowsChecked < 0) {
      throw new IllegalArgumentException(
          "drift " + windowDrift + " of " + windowsChecked + " windows");
    }
  }

  /** Makes a report in which all windows agree. */
  public RecountReport(
      BigInteger count, BigInteger recounted, long windowsChecked, boolean complete) {
    this(count, recounted, BigInteger.ZERO, windowsChecked, complete);
  }

  /** Adds the report of another page. Window drifts are not below 0, so they never cancel out. */
  RecountReport plus(RecountReport other) {
    return new RecountReport(
        count.add(other.count),
        recounted.add(other.recounted),
        windowDrift.add(other.windowDrift),
        windowsChecked + other.windowsChecked,
        complete && other.complete);
  }

  /**
   * The count of the rows minus the settled count; if the two are equal, the drift of the windows.
   * A result other than 0 is an error in the stored data or in Quipu.
   */
  public BigInteger drift() {
    BigInteger total = recounted.subtract(count);
    return total.signum() == 0 ? windowDrift : total;
  }
}
