package io.quipu.ingest;

import java.time.Duration;

/**
 * Bounds of a group commit.
 *
 * <p>The bytes are those of {@link PendingAppend#bytes}.
 *
 * @param queuedEvents most events that wait; more are refused
 * @param heldBytes most bytes of appends that wait or are being written; more are refused
 * @param rowsPerWrite most rows in one write
 * @param bytesPerWrite most bytes of ids and names in one write
 * @param writesInFlight most writes in flight at once
 * @param partitions over how many partitions of a bucket counters are spread
 * @param patience how long a write is repeated while its outcome is unknown
 */
public record CommitBounds(
    int queuedEvents,
    long heldBytes,
    int rowsPerWrite,
    int bytesPerWrite,
    int writesInFlight,
    int partitions,
    Duration patience) {
  /**
   * @throws IllegalArgumentException if one of them lets nothing through
   */
  public CommitBounds {
    int least =
        Math.min(
            Math.min(queuedEvents, rowsPerWrite),
            Math.min(bytesPerWrite, Math.min(writesInFlight, partitions)));
    if (least < 1 || heldBytes < 1) {
      throw new IllegalArgumentException("a bound lets nothing through: " + least);
    }
  }

  /** For a queue of the given length, with limits that suit one Cassandra partition. */
  public static CommitBounds of(int queuedEvents, long heldBytes, int partitions) {
    return new CommitBounds(
        queuedEvents, heldBytes, 128, 32 * 1024, 256, partitions, Duration.ofSeconds(8));
  }
}
