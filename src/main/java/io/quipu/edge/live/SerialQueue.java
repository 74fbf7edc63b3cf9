package io.quipu.edge.live;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Runs asynchronous steps one after the other, in the order of arrival. After a failed step the
 * next step runs as usual; a step that throws has failed. Confined to one context.
 */
final class SerialQueue {
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean advancing;

  /** Begins a step when all earlier steps have ended. Returns the result of the step. */
  <T> Future<T> next(Supplier<Future<T>> step) {
    Promise<T> result = Promise.promise();
    waiting.add(
        () ->
            begun(step)
                .onComplete(
                    done -> {
                      busy = false;
                      try {
                        result.handle(done);
                      } finally {
                        advance();
                      }
                    }));
    advance();
    return result.future();
  }

  /** Begins a step outside a queue. A step that throws fails, so that its end is always noted. */
  static <T> Future<T> begun(Supplier<Future<T>> step) {
    try {
      return Objects.requireNonNull(step.get());
    } catch (RuntimeException | Error failure) {
      return Future.failedFuture(failure);
    }
  }

  /** Runs the waiting steps in a loop: steps that end at once must not cause a recursion. */
  private void advance() {
    if (advancing) {
      return;
    }
    advancing = true;
    while (!busy && !waiting.isEmpty()) {
      busy = true;
      waiting.remove().run();
    }
    advancing = false;
  }
}
