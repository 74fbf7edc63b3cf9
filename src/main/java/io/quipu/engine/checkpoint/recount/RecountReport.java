package io.quipu.engine.checkpoint.recount;

import java.math.BigInteger;

/**
 * The result of counting the retained rows again.
 *
 * @param count what was settled of the retained part
 * @param recounted what its rows come to
 * @param windowDrift the absolute differences of all windows, in counts or in events, whichever is
 *     more; or that between the sum of all windows and the total, if that is more
 * @param windowsChecked how many settled windows were held against the rows; not those with rows of
 *     which it is not known any more whether they count
 * @param complete whether all rows are there; otherwise those before the last collection are not,
 *     and of what they came to only the sum was checked
 */
public record RecountReport(
    BigInteger count,
    BigInteger recounted,
    BigInteger windowDrift,
    long windowsChecked,
    boolean complete) {
  /** Of a counter that was never settled. */
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

  /** Of another page of the same counter, too: what is too much on one makes up for nothing. */
  RecountReport plus(RecountReport other) {
    return new RecountReport(
        count.add(other.count),
        recounted.add(other.recounted),
        windowDrift.add(other.windowDrift),
        windowsChecked + other.windowsChecked,
        complete && other.complete);
  }

  /**
   * By how much the rows exceed what was settled or, where those agree, by how much the windows are
   * off. There must be none.
   */
  public BigInteger drift() {
    BigInteger total = recounted.subtract(count);
    return total.signum() == 0 ? windowDrift : total;
  }
}
