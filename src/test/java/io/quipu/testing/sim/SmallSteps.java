package io.quipu.testing.sim;

import io.quipu.engine.checkpoint.StepBounds;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.StateSize;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.core.Met;
import io.quipu.testing.sim.core.Mishap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Pages where steps are small, so that a state of some hundred bytes is a large one: notes when a
 * state grows above its share of a step, and when a counter has more series than a step takes.
 *
 * @param seen the series of each counter that have taken a step
 */
record SmallSteps(
    PageStore pages, StepBounds bounds, Met met, Map<CounterName, Set<CounterName>> seen) {
  /** The part of a step above which the state of one counter is told to the operator. */
  private static final int SHARE = 4;

  SmallSteps(PageStore pages, StepBounds bounds, Met met) {
    this(pages, bounds, met, new HashMap<>());
  }

  public CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    return pages
        .advance(page, expected, next, changed)
        .thenApply(
            outcome -> {
              if (outcome == CasOutcome.APPLIED) {
                changed.forEach(this::note);
              }
              return outcome;
            });
  }

  private void note(CounterName counter, CounterState state) {
    if (StateSize.of(state) > bounds.bytes() / SHARE) {
      met.struck(Mishap.LARGE_STATE);
    }
    if (counter.isSeries()) {
      Set<CounterName> all = seen.computeIfAbsent(counter.whole(), any -> new HashSet<>());
      all.add(counter);
      if (all.size() > bounds.counters()) {
        met.struck(Mishap.MANY_SERIES);
      }
    }
  }
}
