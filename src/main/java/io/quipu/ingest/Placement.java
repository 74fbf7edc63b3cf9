package io.quipu.ingest;

import io.quipu.counter.CounterName;

/**
 * Over which partitions of a bucket the counters are spread. Nothing depends on it but speed:
 * readers go by what was announced, so instances may differ, and the number may change at any time.
 */
final class Placement {
  private final int partitions;
  private int turn;

  /**
   * @param partitions of each bucket, at least 1
   */
  Placement(int partitions) {
    this.partitions = partitions;
  }

  /**
   * The partition for the next events of a counter: always the same, or one after the other of
   * {@code shards} neighbours.
   */
  int next(CounterName counter, int shards) {
    // The bits that choose the lane, too: where lanes divide partitions, no two lanes share one.
    int hash = counter.hashCode();
    int spread = hash ^ hash >>> 16;
    return Math.floorMod(shards > 1 ? spread + turn++ % shards : spread, partitions);
  }
}
