package io.quipu.dedup;

import java.util.ArrayList;
import java.util.List;
import org.apache.datasketches.filters.bloomfilter.BloomFilter;
import org.apache.datasketches.filters.bloomfilter.BloomFilterBuilder;

/**
 * A set that knows of most of what is not in it that it is not: Bloom filters (Bloom, "Space/time
 * trade-offs in hash coding with allowable errors", 1970), each for four times as many as the one
 * before, so that nobody need know how many there will be. Confined to one context.
 */
final class IdFilter {
  private static final int FIRST = 256;
  private static final int GROWTH = 4;

  /** Of what is not in it, each filter takes so much for its own. */
  private static final double MISTAKEN = 0.005;

  private final FilterMemory memory;
  private final List<BloomFilter> filters = new ArrayList<>(1);
  private int size = FIRST / GROWTH;
  private int room;
  private long bytes;

  IdFilter(FilterMemory memory) {
    this.memory = memory;
  }

  /** False if it is certainly not in the set. */
  boolean mayHave(long hash) {
    for (BloomFilter filter : filters) {
      if (filter.query(hash)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds one.
   *
   * @return false if there is no memory for it: it is not in the set then
   */
  boolean add(long hash) {
    if (mayHave(hash)) {
      return true;
    }
    if (room == 0 && !grow()) {
      return false;
    }
    filters.get(filters.size() - 1).update(hash);
    room--;
    return true;
  }

  private boolean grow() {
    int next = size * GROWTH;
    long more = BloomFilterBuilder.suggestNumFilterBits(next, MISTAKEN) / Byte.SIZE;
    if (!memory.take(more)) {
      return false;
    }
    bytes += more;
    size = next;
    room = next;
    // What is added was hashed with a secret: any seed will do, and this one is the same every
    // time.
    filters.add(BloomFilterBuilder.createByAccuracy(next, MISTAKEN, filters.size()));
    return true;
  }

  /** Gives its memory back; it must not be asked any more. */
  void close() {
    filters.clear();
    memory.giveBack(bytes);
    bytes = 0;
  }
}
