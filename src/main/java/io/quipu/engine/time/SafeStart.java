package io.quipu.engine.time;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Starts tasks that may throw; a thrown {@link RuntimeException} becomes a failed stage. */
public final class SafeStart {
  private SafeStart() {}

  /** Starts {@code task}; returns the stage of the task, or a failed stage if the task throws. */
  public static <T> CompletionStage<? extends T> of(
      Supplier<? extends CompletionStage<? extends T>> task) {
    try {
      return task.get();
    } catch (RuntimeException thrown) {
      return CompletableFuture.failedStage(thrown);
    }
  }
}
