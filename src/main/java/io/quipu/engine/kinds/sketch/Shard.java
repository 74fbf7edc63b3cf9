package io.quipu.engine.kinds.sketch;

import java.nio.ByteBuffer;

/**
 * The state of all values that one writer has seen for a counter, as it is stored.
 *
 * @param sequence number of the write, from 1; the shard of a later write contains all values of
 *     this shard, and replaces this shard
 */
public record Shard(long sequence, ByteBuffer state) {
  /** The sequence of a deletion, above every sequence of a shard, so that a deletion is final. */
  public static final long DELETION = 1L << 50;

  /**
   * @throws IllegalArgumentException if the sequence is below 1, or not below {@link #DELETION}
   */
  public Shard {
    if (sequence < 1 || sequence >= DELETION) {
      throw new IllegalArgumentException("sequence " + sequence);
    }
  }
}
