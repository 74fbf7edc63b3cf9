package io.quipu.dedup;

import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.MemberStore.Member;
import org.jspecify.annotations.Nullable;

/** A counted row of an id. */
record Counted(EventTime at, long delta, int window) {
  static Counted of(IdRow row) {
    return new Counted(EventTime.of(row.at()), row.delta(), row.window());
  }

  static Counted of(Member member) {
    return new Counted(EventTime.of(member.at()), member.delta(), member.window());
  }

  Counted later(@Nullable Counted other) {
    return other == null || at.isAfter(other.at) ? this : other;
  }

  /** By both windows: a member need not be kept for longer than its own. */
  boolean covers(IdRow row) {
    EventTime later = EventTime.of(row.at());
    return DeduplicationWindow.covers(window, at, later)
        && DeduplicationWindow.covers(row.window(), at, later);
  }
}
