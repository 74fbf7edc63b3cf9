package io.quipu.engine.checkpoint.dedup;

import java.util.Comparator;
import java.util.UUID;

/**
 * A row of one event with an id.
 *
 * @param window deduplication window in seconds, see {@link
 *     io.quipu.engine.model.DeduplicationWindow}
 */
public record IdRow(UUID at, long delta, String id, int window) {
  /**
   * Event order. Within a tick, which two writers may share, by the rest of the timeuuid: any order
   * would do, but everybody must use the same.
   */
  public static final Comparator<IdRow> ORDER =
      (a, b) -> {
        int ticks = Long.compare(a.at.timestamp(), b.at.timestamp());
        return ticks != 0
            ? ticks
            : Long.compare(a.at.getLeastSignificantBits(), b.at.getLeastSignificantBits());
      };
}
