package io.quipu.engine.kinds.sketch;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.SafeStart;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the requests of one context to the store, and bounds the number of requests under way.
 * Repetitions have a bound of their own, so that the repetitions for a token range that hangs do
 * not delay the states of other token ranges. Confined to one context.
 */
final class SketchRequests {
  private final AsyncSemaphore turns;
  private final AsyncSemaphore repetitions;
  private int unawaited;

  /**
   * @param most the maximum number of first attempts under way at once; the maximum is a quarter of
   *     this number for repetitions, and a sixteenth for requests that no caller waits for, but at
   *     least 1
   */
  SketchRequests(int most) {
    this.turns = new AsyncSemaphore(most);
    this.repetitions = new AsyncSemaphore(Math.max(1, most / 4));
    this.unawaited = Math.max(1, most / 16);
  }

  /**
   * Sends a request as soon as its bound allows.
   *
   * @param again whether the caller sends the request after a failure, as a repetition
   */
  <T> CompletionStage<T> ask(boolean again, Supplier<CompletionStage<T>> request) {
    return (again ? repetitions : turns).run(request);
  }

  /** Sends a request that no caller waits for. Returns false, without sending it, at the bound. */
  <T> boolean askUnawaited(
      Supplier<CompletionStage<T>> request, BiConsumer<@Nullable T, @Nullable Throwable> answer) {
    if (unawaited == 0) {
      return false;
    }
    unawaited--;
    SafeStart.<T>of(request)
        .whenComplete(
            (value, failure) -> {
              unawaited++;
              answer.accept(value, failure);
            });
    return true;
  }
}
