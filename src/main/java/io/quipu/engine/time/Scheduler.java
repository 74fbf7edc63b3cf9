package io.quipu.engine.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * Runs tasks later, always on the context that owns the caller's state. As an {@link Executor}, it
 * runs tasks on that context as soon as possible.
 */
public interface Scheduler extends Executor {
  /** Runs {@code task} once, not before {@code delay} has passed. */
  Cancellable after(Duration delay, Runnable task);

  /** Completes when {@code length} has passed. */
  default CompletionStage<Void> pause(Duration length) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    after(length, () -> over.complete(null));
    return over;
  }

  /** A task that can be cancelled before it runs. */
  @FunctionalInterface
  interface Cancellable {
    void cancel();
  }
}
