package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.windows.EventMinute;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/**
 * A row of one event with an id.
 *
 * @param events the number of happenings that the event stands for
 * @param window deduplication window in seconds, or the number of another rule, see {@link
 *     io.quipu.engine.store.rows.EventRow#window}
 * @param minute the minute in which the event counts, see {@link
 *     io.quipu.engine.store.rows.EventRow#minute}
 * @param series the series in which the event counts, see {@link
 *     io.quipu.engine.store.rows.EventRow#series}
 */
public record IdRow(
    UUID at, long delta, int events, String id, int window, long minute, List<String> series) {
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

  /** A row of an event of which only the verdict matters, or that counts when it was recorded. */
  public IdRow(UUID at, long delta, int events, String id, int window) {
    this(at, delta, events, id, window, EventMinute.OWN, List.of());
  }

  /** This row with another delta: what it adds by a rule other than deduplication. */
  public IdRow adding(long other) {
    return new IdRow(at, other, events, id, window, minute, series);
  }

  /** Tells whether this row says the same as a counted row of its id; otherwise it conflicts. */
  public boolean says(long counted, int countedEvents) {
    return delta == counted && events == countedEvents;
  }
}
