package io.quipu.engine.store;

import io.quipu.engine.model.DeduplicationWindow;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of the event table: a single event, several without an id coalesced into one, or a reset,
 * which takes away all that lies before it. A reset is the first of its tick.
 *
 * @param at unique timeuuid, minted by a writer; of a reset, the same on all pages of the counter
 * @param delta the sum of the deltas; 0 of a reset
 * @param events how many events it stands for, at least 1; exactly 1 when it has an id; {@link
 *     #RESET} of a reset
 * @param window how many seconds of event time {@code id} is remembered, {@link
 *     DeduplicationWindow#FOREVER} or more, or the number of another rule; it travels with the row,
 *     so that all who fold or read it agree whatever the settings are by then
 */
public record EventRow(UUID at, long delta, int events, @Nullable String id, int window) {
  /**
   * The number of events of a reset: a version that knows none of it fails when it adds it up, as
   * there are fewer than no events then.
   */
  public static final int RESET = Integer.MIN_VALUE;

  public EventRow {
    boolean reset = events == RESET && delta == 0 && id == null;
    if (!reset && (events < 1 || (id != null && events != 1))) {
      throw new IllegalArgumentException(events + " events in one row, with id " + id);
    }
    if (id != null && window == DeduplicationWindow.OFF) {
      throw new IllegalArgumentException("an id that nobody remembers: " + window);
    }
  }

  /** A row with the usual window. */
  public EventRow(UUID at, long delta, int events, @Nullable String id) {
    this(at, delta, events, id, DeduplicationWindow.USUAL);
  }

  /** A reset. */
  public static EventRow reset(UUID at) {
    return new EventRow(at, 0, RESET, null);
  }

  /**
   * Tells whether a row without an id is a reset.
   *
   * @throws IllegalStateException if it is something that only a later version knows
   */
  public static boolean isReset(int events) {
    if (events > 0) {
      return false;
    }
    if (events != RESET) {
      throw new IllegalStateException("a row of " + events + " events");
    }
    return true;
  }
}
