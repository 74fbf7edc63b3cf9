package io.quipu.engine.ids;

import io.quipu.engine.names.IdKey;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A Bloom filter (1970) over the ids of a piece of a run, and over the namespaces and counters that
 * they are of. A <em>no</em> is certain. Of other ids, a filter of a short run answers one in some
 * 40,000 with a wrong <em>yes</em>, and a filter of a long run one in some 2,000: a lookup asks
 * many short runs and few long ones.
 */
public final class RunFilter {
  private static final int BITS = 16;
  private static final int BITS_OF_SHORT_RUN = 24;
  private static final int PROBES = 10;

  private final byte[] bits;

  private RunFilter(byte[] bits) {
    this.bits = bits;
  }

  /**
   * Makes the filter over entries.
   *
   * @param isShort whether the run has only one piece
   */
  static RunFilter of(Collection<RunEntry> entries, boolean isShort) {
    Set<Long> hashes = new HashSet<>();
    for (RunEntry entry : entries) {
      IdKey key = entry.key();
      hashes.add(key.low());
      hashes.add(key.counter());
      hashes.add(key.namespace());
    }
    long size = (long) hashes.size() * (isShort ? BITS_OF_SHORT_RUN : BITS);
    RunFilter filter = new RunFilter(new byte[8 * (int) Math.max(1, (size + 63) / 64)]);
    hashes.forEach(filter::add);
    return filter;
  }

  /** The filter that was stored. */
  public static RunFilter of(ByteBuffer blob) {
    byte[] bits = new byte[blob.remaining()];
    blob.duplicate().get(bits);
    return new RunFilter(bits);
  }

  private void add(long hash) {
    int step = (int) (hash >>> 32) | 1;
    int next = (int) hash;
    for (int i = 0; i < PROBES; i++) {
      int bit = bit(next);
      bits[bit >>> 3] |= (byte) (1 << (bit & 7));
      next += step;
    }
  }

  private int bit(int next) {
    return (int) (((next & 0xffffffffL) * (8L * bits.length)) >>> 32);
  }

  /**
   * Tells whether the piece may have a hash.
   *
   * @param hash the {@link IdKey#low} of an id, or the hash of a counter or namespace
   */
  public boolean mayHave(long hash) {
    int step = (int) (hash >>> 32) | 1;
    int next = (int) hash;
    for (int i = 0; i < PROBES; i++) {
      int bit = bit(next);
      if ((bits[bit >>> 3] & (1 << (bit & 7))) == 0) {
        return false;
      }
      next += step;
    }
    return true;
  }

  /** The size in bytes. */
  int bytes() {
    return bits.length;
  }

  /** The bytes to be stored. */
  ByteBuffer blob() {
    return ByteBuffer.wrap(bits).asReadOnlyBuffer();
  }
}
