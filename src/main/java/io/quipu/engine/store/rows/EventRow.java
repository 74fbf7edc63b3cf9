package io.quipu.engine.store.rows;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of the event table: events that count together, of which each is without an id, or all
 * are the happenings of one id; or a reset. A reset takes away the count of all earlier rows of its
 * counter, and is the first row of its tick.
 *
 * @param at unique timeuuid, minted by a writer; for a reset, equal on all pages of the counter
 * @param delta the sum of the deltas; 0 for a reset
 * @param events number of events in the row, at least 1; {@link #RESET} for a reset
 * @param window seconds of event time for which {@code id} is remembered, or {@link
 *     DeduplicationWindow#FOREVER}, or the negative number of another rule; stored with the row, so
 *     that all who settle or read the row agree, even after the settings change
 * @param minute the minute in which the events count, see {@link EventMinute}; {@link
 *     EventMinute#OWN} if it is that of {@code at}
 * @param series the {@linkplain io.quipu.engine.names.Series#key keys} of the series in which the
 *     events count
 */
public record EventRow(
    UUID at,
    long delta,
    int events,
    @Nullable String id,
    int window,
    long minute,
    List<String> series)
    implements LogRow {
  /**
   * The number of events of a reset. A version that does not know resets fails on adding this
   * number, because the sum of events is then below 0.
   */
  public static final int RESET = Integer.MIN_VALUE;

  public EventRow {
    boolean reset = events == RESET && delta == 0 && id == null;
    if (!reset && events < 1) {
      throw new IllegalArgumentException(events + " events in one row, with id " + id);
    }
    if (id != null && window == DeduplicationWindow.OFF) {
      throw new IllegalArgumentException("an id that nobody remembers: " + window);
    }
    minute = minute == EventMinute.OWN ? minute : EventMinute.of(EventTime.of(at), minute);
    if (reset && (minute != EventMinute.OWN || !series.isEmpty())) {
      throw new IllegalArgumentException("a reset of a minute or series: " + minute + series);
    }
  }

  /** A row without labels. */
  public EventRow(UUID at, long delta, int events, @Nullable String id, int window, long minute) {
    this(at, delta, events, id, window, minute, List.of());
  }

  /** A row that counts in the minute of {@code at}. */
  public EventRow(UUID at, long delta, int events, @Nullable String id, int window) {
    this(at, delta, events, id, window, EventMinute.OWN);
  }

  /** A row with the usual window. */
  public EventRow(UUID at, long delta, int events, @Nullable String id) {
    this(at, delta, events, id, DeduplicationWindow.USUAL);
  }

  /** A reset. */
  public static EventRow reset(UUID at) {
    return new EventRow(at, 0, RESET, null);
  }

  @Override
  public List<EventRow> each() {
    return List.of(this);
  }

  /**
   * Tells whether a row without an id is a reset.
   *
   * @param events number of events of the row
   * @throws IllegalStateException if only a later version can have written this number
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
