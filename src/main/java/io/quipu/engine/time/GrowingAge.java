package io.quipu.engine.time;

import java.util.function.LongSupplier;

/**
 * The age of something that is looked at now and then: its age when it was last looked at, and the
 * time since. So it goes on growing when nobody can look any more. Safe on any thread.
 */
public final class GrowingAge {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanos;
  private volatile Found found;

  /**
   * @param nanos when it was found
   */
  private record Found(double seconds, boolean grows, long nanos) {}

  /**
   * @param unknown what it is until it was found, in seconds; it does not grow
   */
  public GrowingAge(double unknown) {
    this(unknown, System::nanoTime);
  }

  GrowingAge(double unknown, LongSupplier nanos) {
    this.nanos = nanos;
    this.found = new Found(unknown, false, 0);
  }

  /** Sets the age, which grows from now on. */
  public void is(double seconds) {
    found = new Found(seconds, true, nanos.getAsLong());
  }

  /** There is nothing that has an age: it is 0, and stays so. */
  public void isNothing() {
    found = new Found(0, false, 0);
  }

  /** In seconds. */
  public double seconds() {
    Found last = found;
    return last.grows
        ? last.seconds + (nanos.getAsLong() - last.nanos) / NANOS_PER_SECOND
        : last.seconds;
  }
}
