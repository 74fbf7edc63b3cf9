package io.quipu.engine.query.ranking;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Tally;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.List;

/**
 * The largest counters of a namespace by settled count. Each count is a sum over the pages of the
 * counter, each settled at {@code asOf} or later.
 *
 * @param first the largest counters by descending count, then by name; at most {@value #MOST}
 * @param total number of all ranked counters, not only of {@code first}
 * @param sum the counts of all ranked counters, added up
 * @param asOf every count includes all events recorded before this point; {@link EventTime#MIN} if
 *     no such point is known
 */
public record Ranking(List<Settled> first, long total, Tally sum, EventTime asOf) {
  /** Most counters of a ranking. */
  public static final int MOST = 1_000;

  public Ranking {
    first = List.copyOf(first);
  }
}
