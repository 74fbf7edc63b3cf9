package io.quipu.edge.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Bounds what waits for all clients together that do not take their answers: each byte of it is
 * direct memory. Past the bound those are cut off for whom most waits; a client that reads has
 * nothing waiting. Whether it is past is looked at whenever so much was written that it may be, so
 * that it holds for clients that are fast as well. Confined to one event loop.
 */
final class UnreadAnswers {
  /** So much may be written between two looks. */
  static final int LOOK_BYTES = 512 * 1024;

  private final long limit;
  private long written;

  /**
   * @param limit most bytes that may wait, of the connections of this event loop
   */
  UnreadAnswers(long limit) {
    this.limit = limit;
  }

  /** So many bytes were written; whether it is time to look. */
  boolean written(int bytes) {
    written += bytes;
    if (written < LOOK_BYTES) {
      return false;
    }
    written = 0;
    return true;
  }

  /**
   * Chooses the connections to cut off: none, or as many as it takes to be well below the limit.
   */
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
