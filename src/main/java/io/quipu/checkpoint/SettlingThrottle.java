package io.quipu.checkpoint;

import java.time.Duration;

/**
 * How long settling rests after a walk over all dirty counters. Settling a counter costs the same
 * however few events it has: the longer the rest, the more events each settles, and recording keeps
 * most of Cassandra to itself. Counts stay exact meanwhile; their tails grow.
 *
 * @param times how many times as long as the walk took
 * @param many how many settled counters make a walk that is to be begun once in {@code least} only;
 *     a number and no time, so that a slow machine with few counters stays prompt
 * @param least from the beginning of a walk over many to that of the next
 */
public record SettlingThrottle(int times, int many, Duration least) {
  public SettlingThrottle {
    if (times < 0 || many < 0 || least.isNegative()) {
      throw new IllegalArgumentException("no rest: " + times + ", " + many + ", " + least);
    }
  }

  public static final SettlingThrottle USUAL = new SettlingThrottle(3, 512, Duration.ofMinutes(1));

  /** Settles without a pause. */
  public static final SettlingThrottle NONE =
      new SettlingThrottle(0, Integer.MAX_VALUE, Duration.ZERO);

  /** The rest in nanoseconds after a walk that took so long and settled so many counters. */
  long after(long tookNanos, int settled) {
    long rest = times * tookNanos;
    return settled < many ? rest : Math.max(rest, least.toNanos() - tookNanos);
  }
}
