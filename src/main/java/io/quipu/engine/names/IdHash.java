package io.quipu.engine.names;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The hashes of counters and their ids, by SipHash-2-4 with 128 bits (Aumasson, Bernstein 2012).
 * Each counter hashes its ids with a key of its own, which follows from the seed of the keyspace.
 */
public final class IdHash {
  private final long seed;

  /**
   * @param seed the secret of the keyspace, see {@link Layout#seed}
   */
  public IdHash(long seed) {
    this.seed = seed;
  }

  /** The hash of the name under which the counters of a namespace are stored. */
  public long namespace(String stored) {
    return new Sip(seed, ~seed).digest(stored).finish();
  }

  /** The hasher of the ids of a counter. */
  public OfCounter of(CounterName counter) {
    return of(counter.stored(), counter.key());
  }

  /** The hasher of the ids of a counter that is stored under these names. */
  public OfCounter of(String stored, String key) {
    long namespace = namespace(stored);
    return new OfCounter(namespace, new Sip(seed, namespace).digest(key).finish(), seed);
  }

  /** Hashes the ids of one counter. */
  public static final class OfCounter {
    private final long namespace;
    private final long counter;
    private final long seed;

    private OfCounter(long namespace, long counter, long seed) {
      this.namespace = namespace;
      this.counter = counter;
      this.seed = seed;
    }

    /** The hash of the counter, see {@link IdKey#counter}. */
    public long counter() {
      return counter;
    }

    /** The key of an id. */
    public IdKey key(String id) {
      Sip sip = new Sip(seed ^ namespace, counter).digest(id);
      long high = sip.finish();
      return new IdKey(namespace, counter, high, sip.finishAgain());
    }
  }

  /** The state of one hash. */
  private static final class Sip {
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long v0;
    private long v1;
    private long v2;
    private long v3;

    Sip(long k0, long k1) {
      v0 = k0 ^ 0x736f6d6570736575L;
      v1 = k1 ^ 0x646f72616e646f6dL ^ 0xee;
      v2 = k0 ^ 0x6c7967656e657261L;
      v3 = k1 ^ 0x7465646279746573L;
    }

    Sip digest(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int whole = bytes.length & ~7;
      for (int at = 0; at < whole; at += Long.BYTES) {
        take((long) LONGS.get(bytes, at));
      }
      long last = (long) bytes.length << 56;
      for (int at = whole; at < bytes.length; at++) {
        last |= (bytes[at] & 0xffL) << (8 * (at - whole));
      }
      take(last);
      return this;
    }

    private void take(long word) {
      v3 ^= word;
      rounds(2);
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xee;
      rounds(4);
      return v0 ^ v1 ^ v2 ^ v3;
    }

    /** The second half of the hash, after {@link #finish}. */
    long finishAgain() {
      v1 ^= 0xdd;
      rounds(4);
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void rounds(int times) {
      for (int i = 0; i < times; i++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
    }
  }
}
