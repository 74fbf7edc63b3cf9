package io.quipu.cassandra;

/**
 * The write timestamps, in microseconds, of all that belongs to a bucket: its rows, its name and
 * its dirty marks. They follow from the start of the bucket, so that no clock has a say in what a
 * deletion covers: everything that is written to the bucket, whenever it arrives.
 */
final class BucketTimestamp {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private BucketTimestamp() {}

  /**
   * @param bucket start in seconds of Unix time
   */
  static long ofWrite(long bucket) {
    return bucket * MICROS_PER_SECOND;
  }

  /** Just after every write. */
  static long ofDeletion(long bucket) {
    return ofWrite(bucket) + 1;
  }
}
