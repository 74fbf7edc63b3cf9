package io.quipu.dedup;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.page.CountedId;
import org.jspecify.annotations.Nullable;

/** A counted row of an id. */
record CountedRow(EventTime at, long delta, int window) {
  static CountedRow of(IdRow row) {
    return new CountedRow(EventTime.of(row.at()), row.delta(), row.window());
  }

  static CountedRow of(CountedId id) {
    return new CountedRow(EventTime.of(id.at()), id.delta(), id.window());
  }

  CountedRow later(@Nullable CountedRow other) {
    return other == null || at.isAfter(other.at) ? this : other;
  }

  /** By both windows: a member need not be kept for longer than its own. */
  boolean covers(IdRow row) {
    EventTime later = EventTime.of(row.at());
    return DeduplicationWindow.covers(window, at, later)
        && DeduplicationWindow.covers(row.window(), at, later);
  }
}
