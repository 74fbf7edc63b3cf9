package io.quipu.service;

import io.quipu.engine.model.CounterName;
import java.security.SecureRandom;

/**
 * Counters that were met not long ago, by hashes of 64 bits: a newer one takes the place of an
 * older one, which is then met anew. One that was never met is taken for one that was with a
 * probability of one in 2^48 or so, and nobody can choose such names: the hash has a seed that is
 * drawn for each of these. Confined to one context.
 */
final class FamiliarCounters {
  /**
   * Half a megabyte, which is taken for the first that is met: where nothing is bounded, none is.
   */
  private static final int PLACES = 1 << 16;

  private static final long[] NONE = {0};

  private static final long FNV_PRIME = 0x100000001b3L;

  private long[] places = NONE;
  private final long seed = new SecureRandom().nextLong();

  boolean contains(CounterName counter) {
    long hash = hash(counter);
    return places[place(hash)] == hash;
  }

  void add(CounterName counter) {
    if (places == NONE) {
      places = new long[PLACES];
    }
    long hash = hash(counter);
    places[place(hash)] = hash;
  }

  private int place(long hash) {
    return (int) hash & (places.length - 1);
  }

  /** As in the layout of pages: FNV-1a with a secret basis, then the finalizer of Murmur3. */
  private long hash(CounterName counter) {
    long hash = text(text(seed, counter.namespace()) * FNV_PRIME, counter.name());
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    // an empty place is 0
    return hash == 0 ? 1 : hash;
  }

  private static long text(long basis, String text) {
    long hash = basis;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }
}
