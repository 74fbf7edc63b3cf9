package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.windows.EventTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Pages. A page has a header and the state of every counter that was ever settled. A step changes
 * the header and some of the states, in one compare-and-set. Nothing else changes a page.
 *
 * <p>Each replica has a whole step or nothing of the step. An answer is one state of the page,
 * never a mixture of two states. The answers to two queries may be from two states.
 *
 * <p>A quorum alone does not ensure that an answer is one state. Replica A may have a step but lack
 * the step before. If replica B was read before it had either step, the merged answer of both
 * replicas mixes two states. So each step writes its number into one of {@link #STEPS_KEPT} cells
 * of the page, in turn. A query is repeated if its answer lacks the number of any of the last
 * steps. Steps of a page must be so far apart that fewer than {@link #STEPS_KEPT} steps are taken
 * during a query.
 */
public interface PageStore {
  /**
   * Reads a header and the states of some counters at that header, in one quorum read. Counters
   * that were never settled are absent. The answer may lack the last step until that step is on a
   * quorum, even if an earlier read saw the step.
   *
   * @param counters at most {@link #MOST_COUNTERS}
   */
  CompletionStage<PageState> read(int page, Collection<CounterName> counters);

  /**
   * Reads a header and the states of some counters by a serial read, which first decides any step
   * in progress.
   *
   * @param counters at most {@link #MOST_COUNTERS}
   */
  CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters);

  /** Reads the header and the names of the counters of the last step, by a serial read. */
  CompletionStage<LastStep> lastStep(int page);

  /**
   * Takes a step: replaces the header and the states of the given counters, all or nothing, if the
   * {@code until} of the page is still {@code expected}.
   *
   * @param expected {@code until} of the header from which the step starts; {@link EventTime#MIN}
   *     for the first step
   * @param changed the new states, at most {@link #MOST_COUNTERS}
   */
  CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed);

  /** The maximum number of counters in one query or step. */
  int MOST_COUNTERS = 2_000;

  /**
   * The number of cells for step numbers in a page. An answer must have the numbers of that many
   * last steps.
   */
  int STEPS_KEPT = 16;

  /**
   * One state of a page.
   *
   * @param counters the states of those requested counters that were ever settled
   */
  record PageState(PageHeader header, Map<CounterName, CounterState> counters) {
    /**
     * The state of a requested counter; {@link CounterState#NONE} if it was never settled. For a
     * series, its counter must have been requested, too: its resets take away from the series.
     */
    public CounterState of(CounterName counter) {
      CounterState state = counters.getOrDefault(counter, CounterState.NONE);
      if (!counter.isSeries() || state.isNew()) {
        return state;
      }
      return of(counter.whole()).ofSeries(state);
    }
  }

  /**
   * The last step of a page.
   *
   * @param changed the counters whose states the step changed
   */
  record LastStep(PageHeader header, List<CounterName> changed) {}
}
