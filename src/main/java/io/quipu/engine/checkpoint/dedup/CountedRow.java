package io.quipu.engine.checkpoint.dedup;

import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.windows.EventTime;
import org.jspecify.annotations.Nullable;

/**
 * A counted row of an id, with a chain of earlier counted rows of the id that have longer windows.
 * Such an earlier row may cover rows that this row does not cover. The windows of an id differ only
 * if the setting was changed.
 *
 * @param longer the last earlier row with a longer window than this row, or null
 */
record CountedRow(EventTime at, long delta, int events, int window, @Nullable CountedRow longer) {
  static CountedRow of(IdRow row) {
    return new CountedRow(EventTime.of(row.at()), row.delta(), row.events(), row.window(), null);
  }

  static CountedRow of(CountedId id) {
    return new CountedRow(EventTime.of(id.at()), id.delta(), id.events(), id.window(), null);
  }

  /** This chain with one more row. Rows may be added in any order, and more than once. */
  CountedRow and(CountedRow one) {
    if (!one.at.isBefore(at)) {
      return new CountedRow(one.at, one.delta, one.events, one.window, longerThan(one.window));
    }
    if (!isLonger(one.window, window)) {
      return this;
    }
    return new CountedRow(at, delta, events, window, longer == null ? one : longer.and(one));
  }

  /**
   * The first row of this chain with a longer window than {@code other}, or null. The skipped rows
   * are not needed, because a later row with the window {@code other} covers all that they cover.
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

  /** The first row of this chain that covers a row not before the chain; null if none does. */
  @Nullable CountedRow covering(IdRow row) {
    CountedRow next = this;
    while (next != null && !next.covers(row)) {
      next = next.longer;
    }
    return next;
  }

  /**
   * Tells whether this chain has a row at or after {@code from} with a window of at least {@code
   * least}.
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

  /**
   * Tells whether a later row lies within the windows of both rows. This row is remembered only for
   * its own window, and the later row is compared only with rows within its own window.
   */
  boolean covers(IdRow row) {
    EventTime later = EventTime.of(row.at());
    return DeduplicationWindow.covers(window, at, later)
        && DeduplicationWindow.covers(row.window(), at, later);
  }
}
