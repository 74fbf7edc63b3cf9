package io.quipu.engine.query.ranking;

import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.Tally;
import io.quipu.engine.store.CounterSlices.Settled;
import java.util.List;

/**
 * The largest counters of a namespace by settled count. Each count is a sum over the pages of the
 * counter. Each page is settled up to {@code asOf} or further.
 *
 * @param first the largest counters by descending count, then by name; at most {@value #MOST}
 * @param total number of all ranked counters, not only of {@code first}
 * @param sum the sum of the counts of all ranked counters
 * @param asOf every count includes all acknowledged events before this point; {@link EventTime#MIN}
 *     if no such point is known
 */
public record Ranking(List<Settled> first, long total, Tally sum, EventTime asOf) {
  /** The maximum number of counters in {@code first}. */
  public static final int MOST = 1_000;

  public Ranking {
    first = List.copyOf(first);
  }
}
