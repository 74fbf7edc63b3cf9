package io.quipu.engine.kinds.linear;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.answer.Allowance;
import io.quipu.engine.windows.EventTime;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and the largest allowed count after an event. If an event and its namespace both
 * have bounds, {@code min} can be above {@code max}; then no count is allowed.
 */
public record Bounds(long min, long max) {
  /** The bounds of 64 bits. */
  public static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

  /**
   * Makes bounds from the numbers that a caller sends; null for no bound.
   *
   * @throws InvalidInput naming {@code min} if {@code min} is above {@code max}
   */
  public static Bounds of(@Nullable Long min, @Nullable Long max) {
    if (min == null && max == null) {
      return NONE;
    }
    Bounds bounds =
        new Bounds(min == null ? Long.MIN_VALUE : min, max == null ? Long.MAX_VALUE : max);
    if (bounds.min > bounds.max) {
      throw new InvalidInput(
          "min", "min is " + bounds.min + " and must not be above max, which is " + bounds.max);
    }
    return bounds;
  }

  /** The bounds of the counts that both these bounds and other bounds allow. */
  public Bounds and(Bounds other) {
    if (equals(NONE)) {
      return other;
    }
    if (other.equals(NONE)) {
      return this;
    }
    long least = Math.max(min, other.min);
    long most = Math.min(max, other.max);
    return new Bounds(least, most);
  }

  /** The rest that may be added to a count until the period ends. */
  Allowance allowance(long count, EventTime resets) {
    BigInteger left = BigInteger.valueOf(max).subtract(BigInteger.valueOf(count));
    return new Allowance(left.max(BigInteger.ZERO), resets);
  }

  /** Tells whether {@code count + delta} is within the bounds (inclusive) and within 64 bits. */
  boolean allow(long count, long delta) {
    long sum = count + delta;
    boolean fits = ((count ^ sum) & (delta ^ sum)) >= 0;
    return fits && sum >= min && sum <= max;
  }
}
