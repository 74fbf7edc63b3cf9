package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.time.BoundedConcurrency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Moves checkpoints that have no reason of their own to move: those of counters at rest, whose last
 * windows have ended. Only of counters that somebody asked about, so that those at rest cost
 * nothing. Confined to one context.
 *
 * <p>It does not matter who settles the counter: where there are rows nothing is moved, so that a
 * counter which is in use is left to its settler.
 */
final class RestingCheckpoints {
  private static final int MOST = 1_024;

  private final Checkpointer checkpointer;
  private final Set<CounterName> ended = new LinkedHashSet<>();

  RestingCheckpoints(Checkpointer checkpointer) {
    this.checkpointer = checkpointer;
  }

  /** Windows of this counter have ended; forgotten if there are too many, until asked again. */
  void ended(CounterName counter) {
    if (ended.size() < MOST) {
      ended.add(counter);
    }
  }

  /**
   * Moves those that rest to {@code horizon}, which must have been announced before this call.
   * Fails with the store unavailable.
   */
  CompletionStage<Void> move(EventTime horizon) {
    List<CounterName> all = List.copyOf(ended);
    ended.clear();
    return BoundedConcurrency.forEach(
        SettlingWaves.WAVE, all, counter -> checkpointer.moveIfAtRest(counter, horizon));
  }
}
