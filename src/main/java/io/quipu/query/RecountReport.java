package io.quipu.query;

import java.math.BigInteger;

/**
 * What counting the retained rows again came to.
 *
 * @param count what the checkpoint says of the retained part
 * @param recounted what its rows come to
 * @param windowsChecked how many settled windows were held against the rows
 * @param complete whether all rows are there; otherwise those before the last collection are not,
 *     and only the rest was checked
 * @param windowDrift by how much windows are off, each from its rows and from those it is the sum
 *     of, all added up without sign; there must be none
 */
public record RecountReport(
    BigInteger count,
    BigInteger recounted,
    long windowsChecked,
    boolean complete,
    BigInteger windowDrift) {
  /** Where all windows agree. */
  public RecountReport(
      BigInteger count, BigInteger recounted, long windowsChecked, boolean complete) {
    this(count, recounted, windowsChecked, complete, BigInteger.ZERO);
  }

  /**
   * By how much the rows exceed the checkpoint or, where they agree, by how much windows are off;
   * there must be none.
   */
  public BigInteger drift() {
    BigInteger total = recounted.subtract(count);
    return total.signum() == 0 ? windowDrift : total;
  }
}
