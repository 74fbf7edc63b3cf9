package io.quipu.engine.query;

import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The known starts of the tails of pages. A start is a guess: the page may be settled further by
 * now, or the state that was seen may not be on a quorum yet. With a guess, a tail can be read
 * before the page has answered. Confined to one context.
 */
final class TailStarts {
  /**
   * The maximum number of ticks from a guess to the latest guess of any page. Older guesses cost
   * too many lookups.
   */
  private static final long OLD = 1_800 * EventTime.TICKS_PER_SECOND;

  private final Map<Integer, EventTime> starts = new HashMap<>();
  private EventTime latest = EventTime.MIN;

  /** Takes in the point up to which a page is settled. */
  void passed(int page, EventTime until) {
    starts.merge(page, until, EventTime::max);
    latest = EventTime.max(latest, until);
  }

  /** The guess for a page; null if there is none, or it is too old. */
  @Nullable EventTime of(int page) {
    EventTime start = starts.get(page);
    return start == null || latest.ticks() - start.ticks() > OLD ? null : start;
  }
}
