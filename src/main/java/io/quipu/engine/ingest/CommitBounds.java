package io.quipu.engine.ingest;

import java.time.Duration;

/**
 * The bounds of a group commit.
 *
 * <p>Bytes of appends are counted by {@link PendingAppend#bytes}. No more may wait for one
 * partition than is free for the others. So a partition that cannot be written does not keep out
 * the events of others.
 *
 * @param queuedEvents most events that wait; more are refused
 * @param heldBytes most bytes of appends that wait or are being written; more are refused
 * @param rowsPerWrite most rows in one write
 * @param bytesPerWrite most bytes of ids and names in one write
 * @param undecidedWrites most undecided writes of one partition: one is under way, the others are
 *     durable and not yet confirmed
 * @param patience the time for which a write is repeated while its outcome is unknown
 */
public record CommitBounds(
    int queuedEvents,
    long heldBytes,
    int rowsPerWrite,
    int bytesPerWrite,
    int undecidedWrites,
    Duration patience) {
  public CommitBounds {
    int least =
        Math.min(Math.min(queuedEvents, rowsPerWrite), Math.min(bytesPerWrite, undecidedWrites));
    if (least < 1 || heldBytes < 1) {
      throw new IllegalArgumentException("a bound lets nothing through: " + least);
    }
  }

  /**
   * Makes bounds for a queue of the given length. The other limits suit one Cassandra partition: a
   * row costs less if more rows share a write, but hardly less beyond some hundreds.
   */
  public static CommitBounds of(int queuedEvents, long heldBytes) {
    return new CommitBounds(queuedEvents, heldBytes, 512, 128 * 1024, 8, Duration.ofSeconds(8));
  }
}
