package io.quipu.client;

import java.math.BigDecimal;

/**
 * The estimate of a counter of kind {@code sketch}; of sums and extremes the bounds are the same.
 *
 * @param value the estimate
 * @param lower the lower bound
 * @param upper the upper bound
 */
public record Estimate(BigDecimal value, BigDecimal lower, BigDecimal upper) {}
