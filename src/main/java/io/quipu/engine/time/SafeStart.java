package io.quipu.engine.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Starts what may throw instead of failing, so that whoever waits for it hears of both alike. */
public final class SafeStart {
  private SafeStart() {}

  /** Starts {@code task}; returns its stage, or a failed one if it throws. */
  public static <T> CompletionStage<? extends T> of(
      Supplier<? extends CompletionStage<? extends T>> task) {
    try {
      return task.get();
    } catch (RuntimeException thrown) {
      return CompletableFuture.failedStage(thrown);
    }
  }
}
