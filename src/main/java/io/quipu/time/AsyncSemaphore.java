package io.quipu.time;

import java.util.ArrayDeque;
import java.util.Queue;

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
    waiting.add(task);
    admit();
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
