package io.quipu.testing.sim.core;

import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;

/**
 * The clocks of one machine: a monotonic one with a rate and an origin of its own, and a wall clock
 * that is off by what it likes, and jumps.
 */
public final class MachineClock implements Clock {
  /** When, in Unix seconds, a simulated world begins: shortly before a minute ends. */
  public static final long EPOCH_SECOND = 1_767_225_600L - 20;

  private final Timeline timeline;
  private final double rate;
  private final long origin;
  private final boolean wallDrifts;
  private long wallOffset;

  /**
   * @param rate of the monotonic clock; 1 is true
   * @param origin what the monotonic clock says at the beginning of the world
   * @param wallOffset nanoseconds by which the wall clock is ahead
   * @param wallDrifts whether the wall clock runs at the same rate, as one does that nobody sets
   */
  public MachineClock(
      Timeline timeline, double rate, long origin, long wallOffset, boolean wallDrifts) {
    this.timeline = timeline;
    this.rate = rate;
    this.origin = origin;
    this.wallOffset = wallOffset;
    this.wallDrifts = wallDrifts;
  }

  /** One that is wrong in every way, but its wall clock does not drift. */
  public static MachineClock drawn(Timeline timeline, SeededRandom random) {
    return new MachineClock(
        timeline,
        random.between(0.7, 1.4),
        random.between(0, 1_000_000 * SeededRandom.SECOND),
        random.between(-3_600 * SeededRandom.SECOND, 3_600 * SeededRandom.SECOND),
        false);
  }

  @Override
  public long monotonicNanos() {
    return origin + (long) ((double) timeline.now() * rate);
  }

  @Override
  public EventTime wall() {
    return EventTime.ofEpochSecond(EPOCH_SECOND).plusTicks(wallNanos() / 100);
  }

  /** Microseconds of Unix time, as a driver puts them on writes without a timestamp. */
  public long wallMicros() {
    return EPOCH_SECOND * 1_000_000 + wallNanos() / 1_000;
  }

  private long wallNanos() {
    long passed = wallDrifts ? (long) ((double) timeline.now() * rate) : timeline.now();
    return passed + wallOffset;
  }

  /** Sets the wall clock, either way, to so many nanoseconds ahead of true time. */
  public void setWall(long nanosAhead) {
    wallOffset = nanosAhead;
  }

  /** How long true time takes until this monotonic clock has advanced by {@code nanos}. */
  public long trueNanos(long nanos) {
    return (long) Math.ceil((double) nanos / rate);
  }

  @Override
  public String toString() {
    return String.format(
        java.util.Locale.ROOT, "rate %.2f, wall %+.1f s", rate, (double) wallOffset / 1e9);
  }
}
