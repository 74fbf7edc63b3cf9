package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.time.BoundedConcurrency;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Settles many counters, a bounded number of them at once. */
public final class SettlingWaves {
  /** Counters that begin together, so that what each reads first is read for many at once. */
  public static final int WAVE = 32;

  /** One that has far to go holds up the rest of its own wave only. */
  private static final int WAVES = 2;

  /** Most counters that are settled at once. */
  public static final int AT_ONCE = WAVES * WAVE;

  private final Checkpointer checkpointer;

  public SettlingWaves(Checkpointer checkpointer) {
    this.checkpointer = checkpointer;
  }

  /**
   * Settles the counters up to {@code horizon}, which must have been announced before this call.
   * Fails with the store unavailable.
   *
   * @param each told of every counter
   */
  public CompletionStage<Void> settle(
      List<CounterName> counters,
      EventTime horizon,
      BiConsumer<CounterName, CheckpointOutcome> each) {
    return BoundedConcurrency.forEachInWaves(
        WAVES,
        WAVE,
        counters,
        counter ->
            checkpointer
                .settle(counter, horizon)
                .thenAccept(outcome -> each.accept(counter, outcome)));
  }
}
