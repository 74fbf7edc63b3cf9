package io.quipu.engine.kinds.sketch;

import java.nio.ByteBuffer;

/**
 * All that one writer has seen of a counter, as it is stored.
 *
 * @param sequence how often the writer has written it: later ones contain earlier ones, and replace
 *     them
 */
public record Shard(long sequence, ByteBuffer state) {
  /** Deletions are later than any. */
  public static final long DELETION = 1L << 50;

  /**
   * @throws IllegalArgumentException if it could not be replaced or deleted
   */
  public Shard {
    if (sequence < 1 || sequence >= DELETION) {
      throw new IllegalArgumentException("sequence " + sequence);
    }
  }
}
