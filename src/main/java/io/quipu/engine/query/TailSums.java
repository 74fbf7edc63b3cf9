package io.quipu.engine.query;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Series;
import io.quipu.engine.state.RunningTally;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sums of the counted rows of one tail, less the amounts of resets, by counter or series.
 * Confined to one context.
 */
final class TailSums implements PageReads.Sink {
  private static final int NO_BREAKDOWN = -1;

  private final Map<CounterName, RunningTally> sums = new HashMap<>();
  private final int breakdown;

  /** Takes the counters and series that are asked for. */
  TailSums() {
    this(NO_BREAKDOWN);
  }

  /** Takes what is asked for, and all series of a breakdown. */
  TailSums(int breakdown) {
    this.breakdown = breakdown;
  }

  @Override
  public boolean wants(CounterName any, String key) {
    return breakdown != NO_BREAKDOWN && Series.breakdownOf(key) == breakdown;
  }

  @Override
  public void counts(CounterName one, EventTime at, long minute, long delta, int moreEvents) {
    in(one).add(delta, moreEvents);
  }

  @Override
  public void takesAway(CounterName one, EventTime at, Tally away) {
    in(one).subtract(away);
  }

  private RunningTally in(CounterName one) {
    return sums.computeIfAbsent(one, any -> new RunningTally());
  }

  /** The sum of a counter or series; null if the tail has no rows of it. */
  @Nullable RunningTally of(CounterName one) {
    return sums.get(one);
  }

  /** All that have rows in the tail. */
  Set<CounterName> counters() {
    return sums.keySet();
  }
}
