package io.quipu.engine.kinds.sketch.state;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.SafeStart;
import io.quipu.ops.trace.CurrentSpan;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The room for reads in a context: the number of states that are read or wait, each with an answer
 * of at most some kilobytes. A read of any size has room if it is alone. Confined to one context.
 */
public final class StateRoom {
  /** The maximum number of states. */
  private static final int MOST = 2_000;

  /** The maximum number of reads that wait for room. */
  private static final int MOST_HELD = 500;

  private final Queue<Held> held = new ArrayDeque<>();
  private int taken;

  /** A read that waits for room. */
  private record Held(int states, Runnable begin) {}

  /** Begins a read, or fails if it has no room now. */
  public <T> CompletionStage<T> now(int states, Supplier<CompletionStage<T>> read) {
    return has(states) ? begin(states, read) : busy();
  }

  /** Begins a read when it has room, after those that wait already. Fails if too many wait. */
  public <T> CompletionStage<T> inTurn(int states, Supplier<CompletionStage<T>> read) {
    if (held.isEmpty() && has(states)) {
      return begin(states, read);
    }
    if (held.size() >= MOST_HELD) {
      return busy();
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    Runnable begin =
        CurrentSpan.bound(
            () ->
                begin(states, read)
                    .whenComplete(
                        (value, failure) -> {
                          if (failure == null) {
                            answer.complete(value);
                          } else {
                            answer.completeExceptionally(failure);
                          }
                        }));
    held.add(new Held(states, begin));
    return answer;
  }

  private boolean has(int states) {
    return taken == 0 || states <= MOST - taken;
  }

  private <T> CompletionStage<T> begin(int states, Supplier<CompletionStage<T>> read) {
    taken += states;
    return SafeStart.<T>of(read)
        .<T>thenApply(value -> value)
        .whenComplete((done, failure) -> free(states));
  }

  private void free(int states) {
    taken -= states;
    for (Held next = held.peek(); next != null && has(next.states); next = held.peek()) {
      held.remove();
      next.begin.run();
    }
  }

  private static <T> CompletionStage<T> busy() {
    return CompletableFuture.failedStage(
        StoreUnavailable.busy("This instance has too many sketches to read at present."));
  }
}
