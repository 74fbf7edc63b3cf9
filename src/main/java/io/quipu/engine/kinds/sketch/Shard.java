package io.quipu.engine.kinds.sketch;

import java.nio.ByteBuffer;

/**
 * All values of a counter that one writer has seen, as they are stored.
 *
 * @param sequence number of the write; the shard of a later write contains and replaces this shard
 */
public record Shard(long sequence, ByteBuffer state) {
  /** The sequence of a deletion, above every sequence of a shard. */
  public static final long DELETION = 1L << 50;

  /**
   * @throws IllegalArgumentException if a later shard or a deletion could not replace this shard
   */
  public Shard {
    if (sequence < 1 || sequence >= DELETION) {
      throw new IllegalArgumentException("sequence " + sequence);
    }
  }
}
