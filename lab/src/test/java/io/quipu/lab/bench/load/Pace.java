package io.quipu.lab.bench.load;

/** When the next request is to be sent. */
final class Pace {
  private static final long AT_ONCE = Long.MIN_VALUE;

  private final long startNanos;
  private final double intervalNanos;
  private final long endNanos;
  private long sent;

  private Pace(double intervalNanos, long lengthNanos) {
    this.startNanos = System.nanoTime();
    this.intervalNanos = intervalNanos;
    this.endNanos = startNanos + lengthNanos;
  }

  static Pace closedLoop(long lengthNanos) {
    return new Pace(0, lengthNanos);
  }

  static Pace perSecond(double rate, long lengthNanos) {
    return new Pace(1e9 / rate, lengthNanos);
  }

  /** When the next one is to be sent; in a closed loop at any time. */
  private long due() {
    return intervalNanos == 0 ? AT_ONCE : startNanos + (long) (sent * intervalNanos);
  }

  /** True once all that were to be sent before the end are sent. */
  boolean isOver(long now) {
    return intervalNanos == 0 ? now >= endNanos : due() >= endNanos;
  }

  boolean isDue(long now) {
    return !isOver(now) && due() <= now;
  }

  /** The time in which nothing is due. */
  long idleNanos(long now) {
    return Math.max(0, Math.min(due(), endNanos) - now);
  }

  /** Takes the next one: the time from which its latency counts. */
  long take(long now) {
    long due = due();
    sent++;
    return due == AT_ONCE ? now : due;
  }

  long startNanos() {
    return startNanos;
  }

  long endNanos() {
    return endNanos;
  }
}
