package io.quipu.live;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Bounds how many reads are under way at once; the others wait in the order in which they came.
 * Confined to one context.
 */
final class AsyncSemaphore {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free;
  private boolean admitting;

  AsyncSemaphore(int permits) {
    free = permits;
  }

  /** Runs {@code read}, now or when those before it have left. It owes one {@link #release}. */
  void acquire(Runnable read) {
    waiting.add(read);
    admit();
  }

  void release() {
    free++;
    admit();
  }

  /** A read that ends at once leaves while others are being admitted: a loop, not a recursion. */
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
