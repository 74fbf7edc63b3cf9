package io.quipu.collect;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import java.util.concurrent.CompletionStage;

/**
 * Settles one counter on demand: nobody else has a reason to move a checkpoint beyond a bucket
 * after which nothing came.
 */
@FunctionalInterface
public interface CounterSettler {
  /** What settling came to, as far as it matters to a collection. */
  enum Outcome {
    /** The checkpoint advanced. */
    ADVANCED,
    /** There is nothing between the checkpoint and the horizon. */
    NOTHING_TO_SETTLE,
    /** Not settled for now: somebody else is at it, or the outcome is unknown. */
    NOT_SETTLED
  }

  /**
   * Settles the counter up to {@code horizon}, which must have been announced before this call.
   * Fails with the store unavailable.
   */
  CompletionStage<Outcome> settle(CounterName counter, EventTime horizon);
}
