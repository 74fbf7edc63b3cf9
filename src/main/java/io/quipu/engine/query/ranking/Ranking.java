package io.quipu.engine.query.ranking;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Tally;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.List;

/**
 * The largest counters of a namespace, over settled counts. Each count is one that the counter had,
 * settled at {@code asOf} or later on each of its pages.
 *
 * @param first the largest first, those of one count by name; at most {@value #MOST}
 * @param total how many counters there are, those included that are not among the first
 * @param sum what all of these counters have, added up
 * @param asOf what was recorded of any of them before this point is in its count; {@link
 *     EventTime#MIN} where nothing can be said
 */
public record Ranking(List<Settled> first, long total, Tally sum, EventTime asOf) {
  /** Most counters of a ranking. */
  public static final int MOST = 1_000;

  public Ranking {
    first = List.copyOf(first);
  }
}
