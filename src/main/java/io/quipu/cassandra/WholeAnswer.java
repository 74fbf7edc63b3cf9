package io.quipu.cassandra;

import io.quipu.engine.store.StoreUnavailable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Asks again while an answer is not one state of a page: its replicas were asked between two steps,
 * and have both of them a moment later.
 */
final class WholeAnswer {
  /** The most times that it is asked. */
  static final int ATTEMPTS = 5;

  private WholeAnswer() {}

  /**
   * @param read answers nothing where it is not one state
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
