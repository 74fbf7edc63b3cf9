package io.quipu.tools.strategies.naive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Pauses of those who were beaten to it: longer each time, and different for each. */
final class Backoff {
  private static final int FIRST_MILLIS = 4;
  private static final int MOST_DOUBLINGS = 5;

  private Backoff() {}

  /**
   * Does something after a pause.
   *
   * @param failures how often it did not work so far
   */
  static <T> CompletionStage<T> then(int failures, Supplier<CompletionStage<T>> next) {
    int most = FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS);
    int millis = ThreadLocalRandom.current().nextInt(most) + 1;
    return CompletableFuture.supplyAsync(
            next, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
        .thenCompose(stage -> stage);
  }
}
