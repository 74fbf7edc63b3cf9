package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.EventTime;
import org.jspecify.annotations.Nullable;

/**
 * A counted row of an id, and those before it that may cover what it does not: where the setting
 * was changed meanwhile, an earlier row may be remembered for longer.
 *
 * @param longer the next one before it of a longer window, or null
 */
record CountedRow(EventTime at, long delta, int window, @Nullable CountedRow longer) {
  static CountedRow of(IdRow row) {
    return new CountedRow(EventTime.of(row.at()), row.delta(), row.window(), null);
  }

  static CountedRow of(CountedId id) {
    return new CountedRow(EventTime.of(id.at()), id.delta(), id.window(), null);
  }

  /** This row and another, merged, in any order; the same row twice does no harm. */
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
   * The first of these with a longer window, or null: the others cover nothing that it does not.
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

  /** The one that covers a later row, or null. */
  @Nullable CountedRow covering(IdRow row) {
    CountedRow next = this;
    while (next != null && !next.covers(row)) {
      next = next.longer;
    }
    return next;
  }

  /**
   * Tells whether a counted row, not older than {@code from}, is of this window or a longer one.
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

  /** By both windows: a member need not be kept for longer than its own. */
  boolean covers(IdRow row) {
    EventTime later = EventTime.of(row.at());
    return DeduplicationWindow.covers(window, at, later)
        && DeduplicationWindow.covers(row.window(), at, later);
  }
}
