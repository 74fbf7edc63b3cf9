package io.quipu.engine.query;

import io.quipu.engine.model.EventTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The known starts of the tails of pages. A start is a guess, so that a tail can be read before the
 * page has answered. The page may be settled further, or the state that was seen may not be on a
 * quorum yet. Confined to one context.
 */
final class TailStarts {
  /** Most ticks from a guess to the latest one. An older guess causes too many lookups in vain. */
  private static final long OLD = 1_800 * EventTime.TICKS_PER_SECOND;

  private final Map<Integer, EventTime> starts = new HashMap<>();
  private EventTime latest = EventTime.MIN;

  /** Takes in the point up to which a page is settled. */
  void passed(int page, EventTime until) {
    starts.merge(page, until, EventTime::max);
    latest = EventTime.max(latest, until);
  }

  /** The guess for a page, or null. */
  @Nullable EventTime of(int page) {
    EventTime start = starts.get(page);
    return start == null || latest.ticks() - start.ticks() > OLD ? null : start;
  }
}
