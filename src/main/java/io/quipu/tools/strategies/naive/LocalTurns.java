package io.quipu.tools.strategies.naive;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Lets the increments of one process to a counter wait for each other here: those of a single
 * process would otherwise contend in Cassandra, where that costs a hundred times as much.
 */
final class LocalTurns {
  private final Map<String, CompletableFuture<?>> last = new ConcurrentHashMap<>();

  /** Begins when all that was asked for before is over, however it ended. */
  <T> CompletionStage<T> take(String counter, Supplier<CompletionStage<T>> turn) {
    CompletableFuture<T> mine = new CompletableFuture<>();
    CompletableFuture<?> before = last.put(counter, mine);
    CompletionStage<?> start =
        before == null
            ? CompletableFuture.completedStage(null)
            : before.handle((done, failure) -> done);
    start
        .thenCompose(ready -> turn.get())
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                mine.complete(done);
              } else {
                mine.completeExceptionally(failure);
              }
            });
    return mine;
  }
}
