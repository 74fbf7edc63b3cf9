package io.quipu.cassandra.cql;

import io.quipu.engine.store.StoreUnavailable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Repeats a read if the answer mixes two states of a page, because some replicas were read before a
 * step and others after the step. A moment later, usually all replicas have the step.
 */
public final class WholeAnswer {
  /**
   * The maximum number of attempts of one read. After them the read fails with {@link
   * StoreUnavailable}.
   */
  static final int ATTEMPTS = 5;

  private WholeAnswer() {}

  /**
   * @param read the read; its answer is empty if the rows are not one state
   */
  public static <T> CompletionStage<T> of(Supplier<CompletionStage<Optional<T>>> read) {
    return of(read, ATTEMPTS);
  }

  private static <T> CompletionStage<T> of(
      Supplier<CompletionStage<Optional<T>>> read, int attempts) {
    return read.get()
        .thenCompose(
            answer ->
                answer
                    .map(CompletableFuture::completedStage)
                    .orElseGet(() -> attempts > 1 ? of(read, attempts - 1) : givenUp()));
  }

  private static <T> CompletionStage<T> givenUp() {
    return CompletableFuture.failedStage(
        new StoreUnavailable(
            "Cassandra answered " + ATTEMPTS + " times between two steps of a page", null));
  }
}
