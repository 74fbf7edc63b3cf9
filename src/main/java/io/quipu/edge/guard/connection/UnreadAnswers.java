package io.quipu.edge.guard.connection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Bounds the bytes of answers that wait for all clients of one event loop together, because each of
 * the bytes is in direct memory. Above the limit, the connections with the most waiting bytes are
 * closed. The sum is checked each time {@value #LOOK_BYTES} bytes have been written, so that fast
 * clients cannot exceed the limit by much more than that. Confined to this event loop.
 */
final class UnreadAnswers {
  /** The number of bytes that are written between two checks. */
  static final int LOOK_BYTES = 512 * 1024;

  private final long limit;
  private long written;

  /**
   * @param limit the maximum number of bytes that may wait on all connections of this event loop
   */
  UnreadAnswers(long limit) {
    this.limit = limit;
  }

  /** Counts bytes that are written, and tells whether a check is due. */
  boolean written(int bytes) {
    written += bytes;
    if (written < LOOK_BYTES) {
      return false;
    }
    written = 0;
    return true;
  }

  /** Chooses none up to the limit; above it, the slowest, until at most half of the limit waits. */
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
