package io.quipu.client;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * The result of a counter of kind {@code sketch}. Which parts it has depends on the state of its
 * namespace.
 *
 * @param events how many values
 * @param estimate of {@code sum}, {@code min}, {@code max} and {@code distinct}; null without
 *     values
 * @param items of {@code top}, else empty
 * @param quantiles of {@code quantiles}, else empty
 */
public record Sketch(
    BigInteger events, @Nullable Estimate estimate, List<Item> items, List<Quantile> quantiles) {
  public Sketch {
    items = List.copyOf(items);
    quantiles = List.copyOf(quantiles);
  }

  /** A number and its bounds, which are the same where it is exact. */
  public record Estimate(BigDecimal estimate, BigDecimal lower, BigDecimal upper) {}

  /**
   * A frequent value.
   *
   * @param item a text, or a number as a BigInteger or a BigDecimal
   * @param times how often it was recorded
   */
  public record Item(Object item, Estimate times) {}

  /**
   * The value of a rank.
   *
   * @param rank from 0 to 1
   * @param value null without values
   */
  public record Quantile(BigDecimal rank, @Nullable Estimate value) {}
}
