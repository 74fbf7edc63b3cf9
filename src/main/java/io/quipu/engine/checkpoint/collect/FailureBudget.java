package io.quipu.engine.checkpoint.collect;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.time.SafeStart;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one round over units that do not depend on each other. A failure of a unit does
 * not stop the other units, until there are too many. Confined to one context.
 */
final class FailureBudget {
  private int left;
  private @Nullable Throwable told;

  /**
   * @param tolerated the number of failures after which further units are still started
   */
  FailureBudget(int tolerated) {
    this.left = tolerated;
  }

  /** Does units, at most {@code limit} at once, until there are too many failures. Never fails. */
  <T> CompletionStage<Void> forEach(
      int limit, Iterable<T> units, Function<T, CompletionStage<?>> action) {
    return BoundedConcurrency.forEach(
        limit,
        units,
        unit ->
            left < 0
                ? CompletableFuture.completedStage(null)
                : SafeStart.of(() -> action.apply(unit))
                    .handle(
                        (done, failure) -> {
                          note(failure);
                          return null;
                        }));
  }

  /** A defect must be reported, even if the store was unavailable for another unit before. */
  private void note(@Nullable Throwable failure) {
    if (failure == null) {
      return;
    }
    left--;
    if (told == null || !StoreUnavailable.caused(failure)) {
      told = failure;
    }
  }

  /**
   * The outcome of the round. Fails with the last defect; if every failure was the store
   * unavailable, with the first failure.
   */
  CompletionStage<Void> outcome() {
    Throwable failure = told;
    return failure == null
        ? CompletableFuture.completedStage(null)
        : CompletableFuture.failedStage(failure);
  }
}
