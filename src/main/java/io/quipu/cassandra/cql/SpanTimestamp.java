package io.quipu.cassandra.cql;

/**
 * The write timestamps, in microseconds, for rows of a span of event time: a bucket, an hour, a
 * period. A timestamp follows from the start of the span, not from a clock. So a deletion covers
 * all writes of the span, even a write after the deletion.
 */
public final class SpanTimestamp {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private SpanTimestamp() {}

  /**
   * @param start start of the span in seconds of Unix time
   */
  public static long ofWrite(long start) {
    return start * MICROS_PER_SECOND;
  }

  /** The timestamp of a deletion: a microsecond after the timestamp of all writes of the span. */
  public static long ofDeletion(long start) {
    return ofWrite(start) + 1;
  }
}
