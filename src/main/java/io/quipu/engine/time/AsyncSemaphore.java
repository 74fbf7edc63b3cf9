package io.quipu.engine.time;

import io.quipu.ops.trace.CurrentSpan;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Bounds the number of tasks that run at once. Further tasks wait, and start in the order of their
 * arrival. Confined to one context.
 */
public final class AsyncSemaphore {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free;
  private boolean admitting;

  public AsyncSemaphore(int permits) {
    free = permits;
  }

  /**
   * Runs {@code task} when a permit is free. The task must not throw, and must cause one call of
   * {@link #release}.
   */
  public void acquire(Runnable task) {
    waiting.add(CurrentSpan.bound(task));
    admit();
  }

  /** Runs {@code task} with a permit, which is released when the stage of the task ends. */
  public <T> CompletionStage<T> run(Supplier<? extends CompletionStage<? extends T>> task) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    acquire(
        () ->
            SafeStart.of(task)
                .whenComplete(
                    (value, failure) -> {
                      release();
                      if (failure == null) {
                        answer.complete(value);
                      } else {
                        answer.completeExceptionally(failure);
                      }
                    }));
    return answer;
  }

  public void release() {
    free++;
    admit();
  }

  /** Admits waiting tasks in a loop, because a task that ends at once calls this method again. */
  private void admit() {
    if (admitting) {
      return;
    }
    admitting = true;
    while (free > 0 && !waiting.isEmpty()) {
      free--;
      waiting.remove().run();
    }
    admitting = false;
  }
}
