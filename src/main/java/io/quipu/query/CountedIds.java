package io.quipu.query;

import io.quipu.store.StoreUnavailable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A number for each of many ids, in 24 bytes each: ids are known by the first 128 bits of their
 * SHA-256. A hash table with linear probing. Confined to one context.
 */
final class CountedIds {
  /** Most ids that are held: 96 MiB. */
  static final int MOST = 2_000_000;

  private static final int WORDS = 3;

  private final MessageDigest digest;
  private final int most;
  private long[] table = new long[WORDS * 1_024];
  private int size;

  /** An id as the table knows it. */
  record Key(long high, long low) {}

  CountedIds(int most) {
    this.most = most;
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  Key key(String id) {
    byte[] hash = digest.digest(id.getBytes(StandardCharsets.UTF_8));
    return new Key(word(hash, 0), word(hash, Long.BYTES));
  }

  private static long word(byte[] hash, int from) {
    long word = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      word = word << Byte.SIZE | (hash[i] & 0xff);
    }
    return word;
  }

  /** What was put last for an id; 0 if nothing was. */
  long get(Key key) {
    return table[place(table, key) + 2];
  }

  /**
   * Puts a number, which must not be 0.
   *
   * @throws StoreUnavailable if there are more ids than can be held
   */
  void put(Key key, long value) {
    int place = place(table, key);
    if (table[place + 2] == 0) {
      if (size == most) {
        throw new StoreUnavailable(
            "more than " + most + " different ids are retained: too many for a recount", null);
      }
      size++;
    }
    set(table, place, key, value);
    if (2L * size * WORDS > table.length) {
      grow();
    }
  }

  /** Where the id is, or would be. */
  private static int place(long[] table, Key key) {
    int places = table.length / WORDS;
    int place = Math.floorMod(key.low, places);
    while (true) {
      int at = place * WORDS;
      if (table[at + 2] == 0 || (table[at] == key.high && table[at + 1] == key.low)) {
        return at;
      }
      place = place + 1 == places ? 0 : place + 1;
    }
  }

  private static void set(long[] table, int at, Key key, long value) {
    table[at] = key.high;
    table[at + 1] = key.low;
    table[at + 2] = value;
  }

  private void grow() {
    long[] larger = new long[table.length * 2];
    for (int at = 0; at < table.length; at += WORDS) {
      if (table[at + 2] != 0) {
        Key key = new Key(table[at], table[at + 1]);
        set(larger, place(larger, key), key, table[at + 2]);
      }
    }
    table = larger;
  }
}
