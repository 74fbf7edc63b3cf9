package io.quipu.engine.checkpoint.recount;

import java.math.BigInteger;

/**
 * The result of counting the retained rows again.
 *
 * @param count the settled count of the retained part
 * @param recounted the count of the rows of the retained part
 * @param windowDrift the larger of two differences: the sum of the absolute differences of all
 *     windows, and the difference between the sum of all windows and the total. A difference is
 *     that of counts or that of events, whichever is larger
 * @param windowsChecked the number of settled windows that were compared with rows, without windows
 *     that have undecided rows
 * @param complete whether all rows of the counter are there. If not, rows before the last
 *     collection are gone, and only the sum of their windows was checked
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

  /** Adds the report of another page. Absolute drifts of windows of two pages never cancel out. */
  RecountReport plus(RecountReport other) {
    return new RecountReport(
        count.add(other.count),
        recounted.add(other.recounted),
        windowDrift.add(other.windowDrift),
        windowsChecked + other.windowsChecked,
        complete && other.complete);
  }

  /**
   * The count of the rows minus the settled count; if the two agree, the drift of the windows. The
   * result must be 0.
   */
  public BigInteger drift() {
    BigInteger total = recounted.subtract(count);
    return total.signum() == 0 ? windowDrift : total;
  }
}
