package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.InvalidInput;
import org.jspecify.annotations.Nullable;

/**
 * The values, both included, between which a count must lie after an increment. Between a {@code
 * min} above {@code max}, as those of a request and a namespace together may be, no value lies.
 */
public record Bounds(long min, long max) {
  /** All that 64 bits hold. */
  public static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

  /**
   * As they are sent.
   *
   * @throws InvalidInput naming {@code min} if no value lies between them
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

  /** Both of them hold. */
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

  /**
   * Tells whether a count of {@code count} may become {@code delta} more, which need not fit 64
   * bits.
   */
  boolean allow(long count, long delta) {
    long sum = count + delta;
    boolean fits = ((count ^ sum) & (delta ^ sum)) >= 0;
    return fits && sum >= min && sum <= max;
  }
}
