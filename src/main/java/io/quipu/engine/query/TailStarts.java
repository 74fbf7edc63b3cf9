package io.quipu.engine.query;

import io.quipu.engine.model.EventTime;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The starts of the tails of pages, as far as they are known. Only guesses, by which a tail can be
 * read before the page has answered: a page may be further, and a state that was seen once may not
 * be on a quorum yet. Confined to one context.
 */
final class TailStarts {
  /** A guess that is so many ticks behind the best one would have too much looked up in vain. */
  private static final long OLD = 1_800 * EventTime.TICKS_PER_SECOND;

  private final Map<Integer, EventTime> starts = new HashMap<>();
  private EventTime latest = EventTime.MIN;

  /** Takes in up to where a page is settled. */
  void passed(int page, EventTime until) {
    starts.merge(page, until, EventTime::max);
    latest = EventTime.max(latest, until);
  }

  /** A guess, or null. */
  @Nullable EventTime of(int page) {
    EventTime start = starts.get(page);
    return start == null || latest.ticks() - start.ticks() > OLD ? null : start;
  }
}
