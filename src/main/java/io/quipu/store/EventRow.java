package io.quipu.store;

import io.quipu.counter.DeduplicationWindow;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of the event table: a single event, or several without an id coalesced into one.
 *
 * @param at unique timeuuid, minted by a writer
 * @param delta the sum of the deltas
 * @param events how many events it stands for, at least 1; exactly 1 when it has an id
 * @param window how many seconds of event time {@code id} is remembered, {@link
 *     DeduplicationWindow#FOREVER} or more, or the number of another rule; it travels with the row,
 *     so that all who fold or read it agree whatever the settings are by then
 */
public record EventRow(UUID at, long delta, int events, @Nullable String id, int window) {
  /**
   * @throws IllegalArgumentException if it stands for no event, or for several under one id
   */
  public EventRow {
    if (events < 1 || (id != null && events != 1)) {
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
}
