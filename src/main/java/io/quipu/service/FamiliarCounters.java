package io.quipu.service;

import io.quipu.engine.names.CounterName;
import java.security.SecureRandom;

/**
 * The counters that were added last, as hashes of 64 bits. Each counter has one place in a table. A
 * counter replaces another counter of the same place, which is then no longer familiar. A counter
 * that was never added is taken for familiar with a probability of at most 1 in 2^48. Callers
 * cannot find such names, because each object draws a random seed for its hash. Confined to one
 * context.
 */
final class FamiliarCounters {
  /**
   * The number of places. The places take 512 KiB, allocated when the first counter is added: never
   * where new counters are not bounded.
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

  /** FNV-1a that begins with the secret seed, then the finalizer of Murmur3, as in Layout. */
  private long hash(CounterName counter) {
    long hash = text(text(seed, counter.namespace()) * FNV_PRIME, counter.name());
    hash = counter.isSeries() ? text(hash * FNV_PRIME, counter.series()) : hash;
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
