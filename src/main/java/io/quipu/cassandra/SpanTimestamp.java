package io.quipu.cassandra;

/**
 * The write timestamps, in microseconds, of all that belongs to a span of event time: a bucket, an
 * hour, a period. They follow from its start, so that no clock has a say in what a deletion covers:
 * everything that is written of the span, whenever it arrives.
 */
final class SpanTimestamp {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private SpanTimestamp() {}

  /**
   * @param start of the span in seconds of Unix time
   */
  static long ofWrite(long start) {
    return start * MICROS_PER_SECOND;
  }

  /** Just after every write. */
  static long ofDeletion(long start) {
    return ofWrite(start) + 1;
  }
}
