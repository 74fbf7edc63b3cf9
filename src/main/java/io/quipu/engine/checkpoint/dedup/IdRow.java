package io.quipu.engine.checkpoint.dedup;

import java.util.Comparator;
import java.util.UUID;

/**
 * A row of one event with an id.
 *
 * @param window deduplication window in seconds, or the number of another rule, see {@link
 *     io.quipu.engine.store.EventRow#window}
 */
public record IdRow(UUID at, long delta, String id, int window) {
  /**
   * Event order. Rows of two lanes may have the same tick. Such rows are ordered by the rest of the
   * timeuuid, because all callers must use the same order.
   */
  public static final Comparator<IdRow> ORDER =
      (a, b) -> {
        int ticks = Long.compare(a.at.timestamp(), b.at.timestamp());
        return ticks != 0
            ? ticks
            : Long.compare(a.at.getLeastSignificantBits(), b.at.getLeastSignificantBits());
      };
}
