package io.quipu.engine.kinds.latest;

import io.quipu.engine.state.CountedId;
import io.quipu.engine.windows.EventTime;
import org.jspecify.annotations.Nullable;

/** The facts that a lookup found about one actor. Confined to one context. */
final class FoundValues {
  private final EventTime waited;
  private int some;
  private @Nullable CountedId last;
  private @Nullable EventTime covered;

  /**
   * @param waited the point up to which every reader has seen the page settled
   */
  FoundValues(EventTime waited) {
    this.waited = waited;
  }

  /** Takes a fact: a value, and since when it stood. The same fact may come twice. */
  void take(CountedId fact) {
    some++;
    EventTime at = EventTime.of(fact.at());
    if (last == null || at.isAfter(EventTime.of(last.at()))) {
      last = fact;
    }
    if (at.isBefore(waited) && (covered == null || at.isAfter(covered))) {
      covered = at;
    }
  }

  /** The fact with the latest time: its value stands now. Null if no fact was found. */
  @Nullable CountedId last() {
    return last;
  }

  /**
   * The point below which the values can be deleted, because for every reader another value stands
   * since this point. Null if there is no such point, or if at most {@code few} facts were taken.
   */
  @Nullable EventTime forgettable(int few) {
    return some > few ? covered : null;
  }
}
