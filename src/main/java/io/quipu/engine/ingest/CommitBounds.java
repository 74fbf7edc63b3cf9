package io.quipu.engine.ingest;

import java.time.Duration;

/**
 * Bounds of a group commit.
 *
 * <p>The bytes are those of {@link PendingAppend#bytes}. For one partition no more may wait than is
 * still free for the others: what cannot be written does not keep the events of others out.
 *
 * @param queuedEvents most events that wait; more are refused
 * @param heldBytes most bytes of appends that wait or are being written; more are refused
 * @param rowsPerWrite most rows in one write
 * @param bytesPerWrite most bytes of ids and names in one write
 * @param undecidedWrites most writes of one partition that are not decided: one that is under way,
 *     the others durable and not yet confirmed
 * @param patience how long a write is repeated while its outcome is unknown
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
   * For a queue of the given length, with limits that suit one Cassandra partition: a row costs
   * less the more of them share a write, and hardly less beyond some hundreds.
   */
  public static CommitBounds of(int queuedEvents, long heldBytes) {
    return new CommitBounds(queuedEvents, heldBytes, 512, 128 * 1024, 8, Duration.ofSeconds(8));
  }
}
