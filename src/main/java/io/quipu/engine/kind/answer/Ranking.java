package io.quipu.engine.kind.answer;

import io.quipu.engine.kind.answer.WindowAnswers.WindowAnswer;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.ListedValue;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.util.List;

/**
 * The largest counters of a namespace: by settled count where counters are on pages, otherwise by
 * the value that a read found. Each count is a sum over the pages of the counter. Each page is
 * settled up to {@code asOf} or further.
 *
 * @param first the largest counters by descending size, then by name; at most {@value #MOST}
 * @param total number of all ranked counters, not only of {@code first}
 * @param sum the values of all ranked counters together
 * @param ranges the values of all counters together in each range that was asked for, in order;
 *     empty if total counts were ranked. Of counters that are not on pages no range is settled
 * @param asOf every count includes all acknowledged events before this point; {@link EventTime#MIN}
 *     if no such point is known
 */
public record Ranking(
    List<ListedCounter> first,
    long total,
    ListedValue sum,
    List<WindowAnswer> ranges,
    EventTime asOf) {
  /** The maximum number of counters in {@code first}. */
  public static final int MOST = 1_000;

  /** The maximum number of counters in {@code first} where several namespaces are ranked. */
  public static final int FEW = 10;

  /** A counter has too many series to rank all of them. */
  public static final Ranking TOO_MANY =
      new Ranking(List.of(), -1, Tally.ZERO, List.of(), EventTime.MIN);

  public Ranking {
    first = List.copyOf(first);
    ranges = List.copyOf(ranges);
  }
}
