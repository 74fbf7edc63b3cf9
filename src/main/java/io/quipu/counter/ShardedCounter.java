package io.quipu.counter;

/**
 * A counter, and over how many pages it is spread: whoever asks about it must look at all of them.
 *
 * @param shards of its namespace, for its whole life
 */
public record ShardedCounter(CounterName name, int shards) implements Comparable<ShardedCounter> {
  /**
   * @throws IllegalArgumentException if it would be nowhere
   */
  public ShardedCounter {
    if (shards < 1) {
      throw new IllegalArgumentException(shards + " shards");
    }
  }

  /** For hash tables. */
  @Override
  public int compareTo(ShardedCounter other) {
    int order = name.compareTo(other.name);
    return order != 0 ? order : Integer.compare(shards, other.shards);
  }
}
