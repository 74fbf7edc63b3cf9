package io.quipu.lab.strategies.naive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Random pauses of at least 1 ms before a retry. The maximum doubles from 4 to 128 ms. */
final class Backoff {
  private static final int FIRST_MILLIS = 4;
  private static final int MOST_DOUBLINGS = 5;

  private Backoff() {}

  /**
   * Runs the next attempt after a pause.
   *
   * @param failures the number of failed attempts before the last attempt, which failed too
   */
  static <T> CompletionStage<T> then(int failures, Supplier<CompletionStage<T>> next) {
    int most = FIRST_MILLIS << Math.min(failures, MOST_DOUBLINGS);
    int millis = ThreadLocalRandom.current().nextInt(most) + 1;
    return CompletableFuture.supplyAsync(
            next, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS))
        .thenCompose(stage -> stage);
  }
}
