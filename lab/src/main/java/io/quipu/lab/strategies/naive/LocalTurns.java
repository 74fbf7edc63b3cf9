package io.quipu.lab.strategies.naive;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Runs the increments of one process to a counter one after the other. Otherwise the increments
 * would contend in Cassandra, where contention costs a hundred times as much as waiting here.
 */
final class LocalTurns {
  private final Map<String, CompletableFuture<?>> last = new ConcurrentHashMap<>();

  /** Starts a turn when all earlier turns of the counter have completed or failed. */
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
