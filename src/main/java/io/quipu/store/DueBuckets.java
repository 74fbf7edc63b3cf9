package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Which buckets of which counters are kept no longer from which minute on, by the slots of {@link
 * DirtyCounters}: the collectors' list of work. It grows with active counters, never with counters
 * that exist.
 */
public interface DueBuckets {
  /**
   * Enters buckets of counters of one slot; may be repeated, and does nothing for those that were
   * removed before.
   *
   * @param due start of the minute in which they fall due, in seconds of Unix time
   */
  CompletionStage<WriteOutcome> add(long due, int slot, Collection<Bucket> buckets);

  /** What falls due in a minute, of the given slots. */
  CompletionStage<List<Bucket>> dueIn(long minute, Collection<Integer> slots);

  /** Removes an entry for good; may be repeated. */
  CompletionStage<WriteOutcome> remove(long due, Bucket bucket);

  /**
   * For each slot that has one, the first minute that is not yet known to be collected. Advisory:
   * an older value only repeats work.
   */
  CompletionStage<Map<Integer, Long>> progress();

  /** Remembers that everything due before {@code minute} is collected in {@code slots}. */
  CompletionStage<WriteOutcome> collectedBefore(Collection<Integer> slots, long minute);

  /**
   * All shards of one bucket.
   *
   * @param start of its span of event time, in seconds of Unix time
   */
  record Bucket(CounterName counter, long start) implements Comparable<Bucket> {
    public Bucket {
      if (Math.floorMod(start, Partition.BUCKET_SECONDS) != 0) {
        throw new IllegalArgumentException("no bucket starts at " + start);
      }
    }

    /** For hash tables: by start, then counter. */
    @Override
    public int compareTo(Bucket other) {
      int order = Long.compare(start, other.start);
      return order != 0 ? order : counter.compareTo(other.counter);
    }

    /** The slot in whose list it is entered. */
    public int slot() {
      return DirtyCounters.slotOf(counter);
    }
  }
}
