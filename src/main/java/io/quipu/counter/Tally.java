package io.quipu.counter;

import java.math.BigInteger;

/**
 * What a set of events comes to: the exact sum of their deltas and how many there were. The sum has
 * no bound, so that it never wraps however large the deltas.
 */
public record Tally(BigInteger count, long events) {
  public static final Tally ZERO = new Tally(BigInteger.ZERO, 0);

  /**
   * @param events not below 0
   */
  public Tally {
    if (events < 0) {
      throw new IllegalArgumentException("fewer than no events: " + events);
    }
  }

  public static Tally of(long count, long events) {
    return new Tally(BigInteger.valueOf(count), events);
  }

  public Tally plus(Tally other) {
    if (other.isZero()) {
      return this;
    }
    return isZero()
        ? other
        : new Tally(count.add(other.count), Math.addExact(events, other.events));
  }

  /** No events at all; a sum of 0 over some events is not zero. */
  public boolean isZero() {
    return events == 0 && count.signum() == 0;
  }
}
