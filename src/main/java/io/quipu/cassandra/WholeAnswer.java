package io.quipu.cassandra;

import io.quipu.engine.store.StoreUnavailable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Repeats a read whose answer is not one state of a page: its replicas were read between two steps.
 * All replicas have both steps a moment later.
 */
final class WholeAnswer {
  /** The most attempts of one read. */
  static final int ATTEMPTS = 5;

  private WholeAnswer() {}

  /**
   * @param read the read; empty if its rows are not one state
   */
  static <T> CompletionStage<T> of(Supplier<CompletionStage<Optional<T>>> read) {
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
