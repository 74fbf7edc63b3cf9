package io.quipu.engine.ingest;

import java.time.Duration;

/**
 * The bounds of the group commit of one context.
 *
 * <p>{@link PendingAppend#bytes} estimates the bytes of an append. An append is usually refused if
 * its queue would then have more events or bytes than are free for all, see {@link
 * PartitionQueues#hasRoom}. So the events for a partition that cannot be written leave room for
 * events for other partitions.
 *
 * @param queuedEvents the maximum number of events that wait; more are refused
 * @param heldBytes the maximum size in bytes of the appends that wait or are being written; more
 *     are refused
 * @param rowsPerWrite the maximum number of rows in one write
 * @param bytesPerWrite the maximum size in bytes of the ids and names in one write of more than one
 *     row
 * @param undecidedWrites the maximum number of undecided writes of one queue: one is being written,
 *     the others are durable and not yet confirmed
 * @param patience the time after which a write or its confirmation is not tried again, and for
 *     which a reset waits for the horizon
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
   * Makes bounds with the usual values for a write. Rows that share a write cost Cassandra less
   * than single rows, but a write of more than some hundreds of rows saves hardly anything more.
   */
  public static CommitBounds of(int queuedEvents, long heldBytes) {
    return new CommitBounds(queuedEvents, heldBytes, 512, 128 * 1024, 8, Duration.ofSeconds(8));
  }
}
