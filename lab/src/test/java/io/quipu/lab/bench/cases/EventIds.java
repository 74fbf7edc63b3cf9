package io.quipu.lab.bench.cases;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Ids that never come again. Those of one source have a common start and a number, so that an index
 * grows at one place; with {@code -Dscattered=true} they lie anywhere, as random UUIDs do.
 */
final class EventIds implements Supplier<String> {
  private static final boolean SCATTERED = Boolean.getBoolean("scattered");
  private static final long ODD = 0x9E3779B97F4A7C15L;

  private final long first = System.nanoTime();
  private final String run = Long.toString(first, 36) + "-";
  private final AtomicLong number = new AtomicLong();

  @Override
  public String get() {
    long next = number.getAndIncrement();
    return SCATTERED ? Long.toUnsignedString(scatter(first + next), 36) : run + next;
  }

  /** A number that no other one becomes. */
  private static long scatter(long number) {
    long mixed = number * ODD;
    return (mixed ^ (mixed >>> 32)) * ODD;
  }
}
