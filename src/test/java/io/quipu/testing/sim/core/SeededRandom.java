package io.quipu.testing.sim.core;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** The one source of chance in a simulated world. */
public final class SeededRandom {
  public static final long MILLI = 1_000_000L;
  public static final long SECOND = 1_000 * MILLI;

  private final SplittableRandom source;

  public SeededRandom(long seed) {
    this.source = new SplittableRandom(seed);
  }

  /** True with the given probability. */
  public boolean chance(double probability) {
    return probability > 0 && source.nextDouble() < probability;
  }

  /** A number in {@code [from, to)}. */
  public long between(long from, long to) {
    return source.nextLong(from, to);
  }

  public int below(int bound) {
    return source.nextInt(bound);
  }

  public double between(double from, double to) {
    return source.nextDouble(from, to);
  }

  /** A number in {@code [from, to)} of which small ones are as likely as large ones. */
  public long spread(long from, long to) {
    return (long) Math.exp(between(Math.log((double) from), Math.log((double) to)));
  }

  public <T> T pick(List<T> items) {
    return items.get(below(items.size()));
  }

  public UUID uuid() {
    return new UUID(source.nextLong(), source.nextLong());
  }
}
