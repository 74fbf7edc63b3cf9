package io.quipu.engine.kinds.sketch;

import io.quipu.engine.time.AsyncSemaphore;
import io.quipu.engine.time.SafeStart;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one context to the store, of which not more are under way at once than is good for
 * it. What has failed before takes none of the turns of what has not: states of a range that hangs
 * keep no others waiting. Confined to that context.
 */
final class SketchRequests {
  private final AsyncSemaphore turns;
  private final AsyncSemaphore repetitions;
  private int unawaited;

  /**
   * @param most that are under way at once; besides a quarter as many of repetitions, and a
   *     sixteenth of those that nobody waits for
   */
  SketchRequests(int most) {
    this.turns = new AsyncSemaphore(most);
    this.repetitions = new AsyncSemaphore(Math.max(1, most / 4));
    this.unawaited = Math.max(1, most / 16);
  }

  /**
   * Asks when it is its turn.
   *
   * @param again whether the caller's last request has failed
   */
  <T> CompletionStage<T> ask(boolean again, Supplier<CompletionStage<T>> request) {
    return (again ? repetitions : turns).run(request);
  }

  /** Asks at once what nobody waits for, or not at all: then it is false. */
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
