package io.quipu.engine.checkpoint.recount;

import java.security.SecureRandom;

/**
 * Divides the ids of a recount into parts that are held one after the other. The division depends
 * on a secret of this process. With {@link String#hashCode}, callers could choose ids that all fall
 * into one part.
 */
final class IdParts {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final long start;
  private final long factor;

  IdParts() {
    this(RANDOM.nextLong(), RANDOM.nextLong());
  }

  /**
   * @param factor is made odd, because an even factor loses bits of the text
   */
  IdParts(long start, long factor) {
    this.start = start;
    this.factor = factor | 1;
  }

  /**
   * The part of an id. One object always gives the same part for an id.
   *
   * @return from 0 to {@code parts}, exclusive
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
