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
 * Pages: a header and the state of every counter on it that was ever settled, changed together by
 * compare-and-set only.
 *
 * <p>Each replica has all of a change or nothing of it, and an answer is one state of the page,
 * never a mixture of two. Answers to two queries may be.
 *
 * <p>A quorum alone does not give that: a replica may have a change without the one before it, and
 * be read after another was read that had neither yet. So every step leaves its number in one of
 * {@link #STEPS_KEPT} cells, and an answer that lacks one of the last steps is not believed, but
 * asked for again. Steps of a page must be so far apart that a query sees fewer of them pass.
 */
public interface PageStore {
  /**
   * A header, and the states of some counters as of it, by one quorum read; absent are those that
   * were never settled. It may miss the last change as long as that has not reached a quorum, even
   * if an earlier read saw it.
   *
   * @param counters at most {@link #MOST_COUNTERS}
   */
  CompletionStage<PageState> read(int page, Collection<CounterName> counters);

  /** The state by a serial read, which first decides whatever change is in progress. */
  CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters);

  /** The header and which counters its last step changed, by a serial read. */
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

  /** So many of the last steps are told apart in an answer. */
  int STEPS_KEPT = 16;

  /**
   * One state of a page.
   *
   * @param counters those of which something is settled
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
   * @param changed the counters of which it changed the state
   */
  record LastStep(PageHeader header, List<CounterName> changed) {}
}
