package io.quipu.engine.time;

import java.util.function.LongSupplier;

/**
 * An age that is measured from time to time. Between measurements, the age is the last measured age
 * plus the time since that measurement, so it also grows if no further measurement comes. Safe on
 * any thread.
 */
public final class GrowingAge {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanos;
  private volatile Found found;

  /**
   * @param nanos monotonic time of the measurement
   */
  private record Found(double seconds, boolean grows, long nanos) {}

  /**
   * @param unknown the age before the first measurement, in seconds; does not grow
   */
  public GrowingAge(double unknown) {
    this(unknown, System::nanoTime);
  }

  GrowingAge(double unknown, LongSupplier nanos) {
    this.nanos = nanos;
    this.found = new Found(unknown, false, 0);
  }

  /** Sets the measured age, which grows from now on. */
  public void is(double seconds) {
    found = new Found(seconds, true, nanos.getAsLong());
  }

  /** Sets the age to 0 until the next measurement, because there is nothing to measure. */
  public void isNothing() {
    found = new Found(0, false, 0);
  }

  /** The age now, in seconds. */
  public double seconds() {
    Found last = found;
    return last.grows
        ? last.seconds + (nanos.getAsLong() - last.nanos) / NANOS_PER_SECOND
        : last.seconds;
  }
}
