package io.quipu.engine.checkpoint.recount;

import java.security.SecureRandom;

/**
 * Divides the ids of a recount into id parts. A recount holds the rows of one id part at a time.
 * The division depends on random numbers of this object. With {@link String#hashCode}, callers
 * could choose ids that all fall into one id part.
 */
final class IdParts {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final long start;
  private final long factor;

  IdParts() {
    this(RANDOM.nextLong(), RANDOM.nextLong());
  }

  /**
   * @param factor any number; made odd, because an even factor loses bits of the text
   */
  IdParts(long start, long factor) {
    this.start = start;
    this.factor = factor | 1;
  }

  /**
   * The id part of an id. One object gives the same id part for equal ids.
   *
   * @return at least 0 and less than {@code parts}
   */
  int partOf(String id, int parts) {
    long hash = start;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * factor;
      hash ^= hash >>> 32;
    }
    return Math.floorMod((int) (hash ^ hash >>> 16), parts);
  }
}
