package io.quipu.engine.kinds.sketch;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.SafeStart;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one context to the store, with bounds on the requests under way. Repetitions have
 * a bound of their own: a token range that hangs does not delay the states of other ranges.
 * Confined to that context.
 */
final class SketchRequests {
  private final AsyncSemaphore turns;
  private final AsyncSemaphore repetitions;
  private int unawaited;

  /**
   * @param most first attempts under way at once; besides, a quarter as many repetitions and a
   *     sixteenth as many requests that no caller waits for
   */
  SketchRequests(int most) {
    this.turns = new AsyncSemaphore(most);
    this.repetitions = new AsyncSemaphore(Math.max(1, most / 4));
    this.unawaited = Math.max(1, most / 16);
  }

  /**
   * Sends a request when it has a turn.
   *
   * @param again whether the caller's last request has failed
   */
  <T> CompletionStage<T> ask(boolean again, Supplier<CompletionStage<T>> request) {
    return (again ? repetitions : turns).run(request);
  }

  /** Sends a request that no caller waits for. Returns false, and sends nothing, at the bound. */
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
