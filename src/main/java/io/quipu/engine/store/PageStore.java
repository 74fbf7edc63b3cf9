package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.EventTime;
import io.quipu.engine.model.PageHeader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Pages. A page has a header and the state of every counter that was ever settled, changed together
 * by compare-and-set only.
 *
 * <p>Each replica has a whole change or nothing of it. An answer is one state of the page, never a
 * mixture of two states. The answers to two queries may be from two states.
 *
 * <p>A quorum alone does not ensure one state. A replica may have a change but lack the change
 * before it. If the other replica was read before it had either change, the merged answer mixes two
 * states. So every step leaves its number in one of {@link #STEPS_KEPT} cells. A query is repeated
 * if the answer lacks the number of one of the last steps. Steps of a page must be so far apart
 * that fewer of them pass during a query.
 */
public interface PageStore {
  /**
   * Reads a header and the states of some counters at that header, in one quorum read. Counters
   * that were never settled are absent. The answer may lack the last change until that change is on
   * a quorum, even if an earlier read saw the change.
   *
   * @param counters at most {@link #MOST_COUNTERS}
   */
  CompletionStage<PageState> read(int page, Collection<CounterName> counters);

  /** Reads the state by a serial read, which first decides any change in progress. */
  CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters);

  /** Reads the header and the counters that its last step changed, by a serial read. */
  CompletionStage<LastStep> lastStep(int page);

  /**
   * Takes a step: replaces the header and the states of the given counters, all or nothing, if the
   * page is still at {@code expected}.
   *
   * @param expected {@code until} of the header from which the step starts; {@link EventTime#MIN}
   *     for the first step
   * @param changed at most {@link #MOST_COUNTERS}
   */
  CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed);

  /** Most counters in one query or step. */
  int MOST_COUNTERS = 2_000;

  /** The number of last steps that an answer tells apart. */
  int STEPS_KEPT = 16;

  /**
   * One state of a page.
   *
   * @param counters the counters that have a settled state
   */
  record PageState(PageHeader header, Map<CounterName, CounterState> counters) {
    /** The state of a counter, which may be new. */
    public CounterState of(CounterName counter) {
      return counters.getOrDefault(counter, CounterState.NONE);
    }
  }

  /**
   * The last step of a page.
   *
   * @param changed the counters whose states the step changed
   */
  record LastStep(PageHeader header, List<CounterName> changed) {}
}
