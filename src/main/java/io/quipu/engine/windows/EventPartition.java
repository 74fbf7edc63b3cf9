package io.quipu.engine.windows;

import io.quipu.engine.names.Layout;

/**
 * A partition of the event table: the rows of one bucket, on the pages of one part, with one
 * retention. A bucket is a span of {@value #BUCKET_SECONDS} seconds of event time.
 *
 * @param retention class of the rows, see {@link RetentionClass}
 * @param bucket start of the bucket, in seconds of Unix time
 * @param part the part of the pages, see {@link Layout#part}
 */
public record EventPartition(int retention, long bucket, int part)
    implements Comparable<EventPartition> {
  /** The length of a bucket in seconds of event time; a divisor of an hour. */
  public static final long BUCKET_SECONDS = 5;

  /** The length in seconds of an hour, by which the directory groups partitions. */
  public static final long HOUR_SECONDS = 3_600;

  public EventPartition {
    if (Math.floorMod(bucket, BUCKET_SECONDS) != 0) {
      throw new IllegalArgumentException("no bucket starts at " + bucket);
    }
  }

  /** Compares by time, then retention, then part. */
  @Override
  public int compareTo(EventPartition other) {
    int order = Long.compare(bucket, other.bucket);
    order = order != 0 ? order : Integer.compare(retention, other.retention);
    return order != 0 ? order : Integer.compare(part, other.part);
  }

  /** The start of the bucket that holds {@code time}, in seconds of Unix time. */
  public static long bucketOf(EventTime time) {
    long second = time.epochSecond();
    return second - Math.floorMod(second, BUCKET_SECONDS);
  }

  /** The start of the hour that holds {@code time}, in seconds of Unix time. */
  public static long hourOf(EventTime time) {
    return hourOf(time.epochSecond());
  }

  private static long hourOf(long second) {
    return second - Math.floorMod(second, HOUR_SECONDS);
  }

  /** The start of the hour of the partition, in seconds of Unix time. */
  public long hour() {
    return hourOf(bucket);
  }

  public EventTime start() {
    return EventTime.ofEpochSecond(bucket);
  }

  /** The first point after the partition. */
  public EventTime end() {
    return EventTime.ofEpochSecond(bucket + BUCKET_SECONDS);
  }

  /** The partition of the next bucket, with the same part and retention. */
  public EventPartition next() {
    return new EventPartition(retention, bucket + BUCKET_SECONDS, part);
  }
}
