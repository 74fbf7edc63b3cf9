package io.quipu.kinds.linear;

import io.quipu.counter.CounterName;
import io.quipu.store.CasOutcome;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Linearizable counters, each a partition that only compare-and-sets on its version change: the
 * state, and the ids of the last events that had one.
 */
public interface LinearStore {
  /**
   * The state by a quorum read: that of every change that was known to be applied when the read
   * began, or a later one. Never an older one than an earlier read has seen.
   */
  CompletionStage<LinearState> read(CounterName counter);

  /** The state by a serial read, which first decides whatever change is in progress. */
  CompletionStage<LinearState> readSerial(CounterName counter);

  /**
   * Those of the ids that are remembered, by a quorum read. Complete only up to a change that was
   * known to be applied, or seen by a serial read, before this was asked.
   *
   * @param ids at most {@link #MOST_IDS}
   */
  CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids);

  /** Takes a step, all of it or nothing, if the counter is still of the version before it. */
  CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step);

  /** Most ids in one question. */
  int MOST_IDS = 500;
}
