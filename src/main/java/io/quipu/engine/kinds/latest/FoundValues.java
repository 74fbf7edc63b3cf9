package io.quipu.engine.kinds.latest;

import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.EventTime;
import org.jspecify.annotations.Nullable;

/** The values of one actor that were found to have stood. Confined to one context. */
final class FoundValues {
  private final EventTime waited;
  private int some;
  private @Nullable CountedId last;
  private @Nullable EventTime covered;

  /**
   * @param waited nobody reads any more as of a point before
   */
  FoundValues(EventTime waited) {
    this.waited = waited;
  }

  /** Takes one; twice does no harm. */
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

  /** The one that stands; null if there is none. */
  @Nullable CountedId last() {
    return last;
  }

  /**
   * The point before which nobody needs stated values any more: another value has stood since, for
   * all who read. Null if there is no such point, or little to be gained.
   */
  @Nullable EventTime forgettable(int few) {
    return some > few ? covered : null;
  }
}
