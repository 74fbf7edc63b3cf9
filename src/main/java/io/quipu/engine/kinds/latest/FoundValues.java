package io.quipu.engine.kinds.latest;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.EventTime;
import org.jspecify.annotations.Nullable;

/** The values of one actor that a lookup found: each stood once. Confined to one context. */
final class FoundValues {
  private final EventTime waited;
  private int some;
  private @Nullable CountedId last;
  private @Nullable EventTime covered;

  /**
   * @param waited every reader has seen the page settled up to this point
   */
  FoundValues(EventTime waited) {
    this.waited = waited;
  }

  /** Takes a fact. The same fact may come twice. */
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

  /** The fact of the standing value; null if there is none. */
  @Nullable CountedId last() {
    return last;
  }

  /**
   * The point below which the values can be deleted: for every reader, another value stands since
   * this point. Null if there is no such point, or if at most {@code few} values were found.
   */
  @Nullable EventTime forgettable(int few) {
    return some > few ? covered : null;
  }
}
