package io.quipu.engine.kinds.linear;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.store.CasOutcome;
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

  /**
   * The state by a serial read, which first decides whatever change is in progress. It may be that
   * of a change which was decided after that, and of which a quorum has the state but not the ids.
   */
  CompletionStage<LinearState> readSerial(CounterName counter);

  /**
   * The given ids that are remembered, by a quorum read. Complete only up to a change that was
   * known to be applied before this was asked.
   *
   * @param ids at most {@link #MOST_IDS}
   */
  CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids);

  /**
   * The given ids that are remembered, by a serial read: complete also up to a change that any read
   * had seen before.
   */
  CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
      CounterName counter, Collection<String> ids);

  /** Takes a step, all of it or nothing, if the counter is still of the version before it. */
  CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step);

  /** Most ids in one question. */
  int MOST_IDS = 500;
}
