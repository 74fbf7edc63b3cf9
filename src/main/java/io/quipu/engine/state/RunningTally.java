package io.quipu.engine.state;

import java.math.BigInteger;

/**
 * A tally under construction. Adds in {@code long} and uses a big integer only after an overflow,
 * so that a fold of a slice allocates nothing for each row. Confined to one context.
 */
public final class RunningTally {
  private BigInteger spilled = BigInteger.ZERO;
  private long count;
  private long events;

  public void add(long delta, long moreEvents) {
    long sum = count + delta;
    if (((count ^ sum) & (delta ^ sum)) < 0) {
      spilled = spilled.add(BigInteger.valueOf(count));
      sum = delta;
    }
    count = sum;
    events = Math.addExact(events, moreEvents);
  }

  /** Adds another tally. */
  public void add(RunningTally other) {
    spilled = spilled.add(other.spilled);
    add(other.count, other.events);
  }

  /** Subtracts the amount that a reset takes away. */
  public void subtract(Tally away) {
    spilled = spilled.subtract(away.count());
    events = Math.subtractExact(events, away.events());
  }

  public Tally tally() {
    return new Tally(
        spilled.signum() == 0 ? BigInteger.valueOf(count) : spilled.add(BigInteger.valueOf(count)),
        events);
  }
}
