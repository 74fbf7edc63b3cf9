package io.quipu.edge.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Bounds the bytes of answers that wait for all clients together, as each of the bytes is in direct
 * memory. Above the limit, the connections with most waiting bytes are cut off; a client that reads
 * its answers has no waiting bytes. The sum is checked after every {@value #LOOK_BYTES} bytes that
 * are written, so the limit also holds against fast clients. Confined to one event loop.
 */
final class UnreadAnswers {
  /** The bytes that are written between two checks. */
  static final int LOOK_BYTES = 512 * 1024;

  private final long limit;
  private long written;

  /**
   * @param limit most bytes that may wait on all connections of this event loop
   */
  UnreadAnswers(long limit) {
    this.limit = limit;
  }

  /** Counts bytes that are written. Returns whether a check is due. */
  boolean written(int bytes) {
    written += bytes;
    if (written < LOOK_BYTES) {
      return false;
    }
    written = 0;
    return true;
  }

  /** Chooses the connections to cut off: none up to the limit, else enough to get to half of it. */
  List<GuardedConnection> excess(Collection<GuardedConnection> open) {
    long sum = 0;
    for (GuardedConnection connection : open) {
      sum += connection.untaken();
    }
    if (sum <= limit) {
      return List.of();
    }
    List<GuardedConnection> slowest = new ArrayList<>(open);
    slowest.sort(Comparator.comparingLong(GuardedConnection::untaken).reversed());
    List<GuardedConnection> excess = new ArrayList<>();
    for (GuardedConnection connection : slowest) {
      if (sum <= limit / 2) {
        break;
      }
      sum -= connection.untaken();
      excess.add(connection);
    }
    return excess;
  }
}
