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
 */
public record RecountReport(
    BigInteger count, BigInteger recounted, long windowsChecked, boolean complete) {
  /** By how much the rows exceed the checkpoint; there must be none. */
  public BigInteger drift() {
    return recounted.subtract(count);
  }
}
