package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.EventTime;
import org.jspecify.annotations.Nullable;

/**
 * A counted row of an id, linked to earlier counted rows with longer windows, which may cover more.
 * Windows differ only if the setting was changed in between.
 *
 * @param longer the next earlier row with a longer window, or null
 */
record CountedRow(EventTime at, long delta, int window, @Nullable CountedRow longer) {
  static CountedRow of(IdRow row) {
    return new CountedRow(EventTime.of(row.at()), row.delta(), row.window(), null);
  }

  static CountedRow of(CountedId id) {
    return new CountedRow(EventTime.of(id.at()), id.delta(), id.window(), null);
  }

  /** Merges this row with another, in any order. Merging the same row twice does no harm. */
  CountedRow and(CountedRow one) {
    if (!one.at.isBefore(at)) {
      return new CountedRow(one.at, one.delta, one.window, longerThan(one.window));
    }
    if (!isLonger(one.window, window)) {
      return this;
    }
    return new CountedRow(at, delta, window, longer == null ? one : longer.and(one));
  }

  /**
   * The first row of this chain with a longer window, or null. A skipped row covers no row that the
   * later row with the window {@code other} does not cover.
   */
  private @Nullable CountedRow longerThan(int other) {
    CountedRow next = this;
    while (next != null && !isLonger(next.window, other)) {
      next = next.longer;
    }
    return next;
  }

  private static boolean isLonger(int window, int other) {
    return other != DeduplicationWindow.FOREVER
        && (window == DeduplicationWindow.FOREVER || window > other);
  }

  /** The first row of this chain that covers a later row, or null. */
  @Nullable CountedRow covering(IdRow row) {
    CountedRow next = this;
    while (next != null && !next.covers(row)) {
      next = next.longer;
    }
    return next;
  }

  /**
   * Tells whether this chain has a row since {@code from} with at least the window {@code least}.
   */
  boolean isCounted(EventTime from, int least) {
    CountedRow next = this;
    while (next != null && !next.at.isBefore(from)) {
      if (!isLonger(least, next.window)) {
        return true;
      }
      next = next.longer;
    }
    return false;
  }

  /** Tells whether both windows cover a later row: no id is kept for longer than its own window. */
  boolean covers(IdRow row) {
    EventTime later = EventTime.of(row.at());
    return DeduplicationWindow.covers(window, at, later)
        && DeduplicationWindow.covers(row.window(), at, later);
  }
}
