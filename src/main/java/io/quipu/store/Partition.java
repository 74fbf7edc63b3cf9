package io.quipu.store;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;

/**
 * One counter's part of one partition of the event table. Counters share partitions, so that what
 * is recorded for many of them goes out as one write; each has its own contiguous rows in there,
 * and nobody reads or deletes those of another.
 *
 * @param bucket start of its span of event time, in seconds of Unix time
 * @param shard which partition of the bucket: any number that the writer chose, as readers go by
 *     what was announced
 */
public record Partition(CounterName counter, long bucket, int shard)
    implements Comparable<Partition> {
  /** Every bucket spans one minute of event time. */
  public static final long BUCKET_SECONDS = 60;

  /**
   * @throws IllegalArgumentException if no bucket starts there
   */
  public Partition {
    if (Math.floorMod(bucket, BUCKET_SECONDS) != 0) {
      throw new IllegalArgumentException("no bucket starts at " + bucket);
    }
  }

  /** For hash tables: by time, then shard, then counter. */
  @Override
  public int compareTo(Partition other) {
    int order = Long.compare(bucket, other.bucket);
    order = order != 0 ? order : Integer.compare(shard, other.shard);
    return order != 0 ? order : counter.compareTo(other.counter);
  }

  /** The start of the bucket that holds {@code time}, in seconds of Unix time. */
  public static long bucketOf(EventTime time) {
    long second = time.epochSecond();
    return second - Math.floorMod(second, BUCKET_SECONDS);
  }

  public EventTime start() {
    return EventTime.ofEpochSecond(bucket);
  }

  public EventTime end() {
    return EventTime.ofEpochSecond(bucket + BUCKET_SECONDS);
  }
}
