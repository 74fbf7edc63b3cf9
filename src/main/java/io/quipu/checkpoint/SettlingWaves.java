package io.quipu.checkpoint;

import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.BoundedConcurrency;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles many counters, a bounded number of them at once. Confined to one context. */
public final class SettlingWaves {
  private static final Logger log = LoggerFactory.getLogger(SettlingWaves.class);

  /** Counters that begin together, so that what each reads first is read for many at once. */
  public static final int WAVE = 32;

  /** One that has far to go holds up the rest of its own wave only. */
  private static final int WAVES = 2;

  /** Most counters that are settled at once. */
  public static final int AT_ONCE = WAVES * WAVE;

  /** Each broken counter is reported once, and only so many. */
  private static final int MOST_REPORTED = 1_000;

  private final Checkpointer checkpointer;
  private final Set<CounterName> reported = new HashSet<>();

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
                .exceptionallyCompose(failure -> broken(counter, failure))
                .thenAccept(outcome -> each.accept(counter, outcome)));
  }

  /** A counter whose rows break an invariant holds up its slot, and no other counter. */
  private CompletionStage<CheckpointOutcome> broken(CounterName counter, Throwable failure) {
    if (StoreUnavailable.caused(failure)) {
      return CompletableFuture.failedStage(failure);
    }
    if (reported.size() < MOST_REPORTED && reported.add(counter)) {
      log.error(
          "A counter of namespace {} cannot be settled, after a defect",
          counter.namespace(),
          failure);
    }
    return CompletableFuture.completedStage(new CheckpointOutcome.Broken(failure));
  }
}
