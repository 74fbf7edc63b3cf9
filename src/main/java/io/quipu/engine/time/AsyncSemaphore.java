package io.quipu.engine.time;

import io.quipu.ops.trace.CurrentSpan;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Bounds how many tasks are under way at once; the others wait in the order in which they came.
 * Confined to one context.
 */
public final class AsyncSemaphore {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free;
  private boolean admitting;

  public AsyncSemaphore(int permits) {
    free = permits;
  }

  /** Runs {@code task}, now or when those before it have left. It owes one {@link #release}. */
  public void acquire(Runnable task) {
    waiting.add(CurrentSpan.bound(task));
    admit();
  }

  /** Runs {@code task}, now or when those before it have left, and leaves when its stage ends. */
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

  /** One that ends at once leaves while others are being admitted: a loop, not a recursion. */
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
