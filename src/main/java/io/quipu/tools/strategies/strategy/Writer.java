package io.quipu.tools.strategies.strategy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A process that increments counters in one way. Called from any thread. */
public interface Writer {
  /**
   * Takes an increment by 1 on, with whatever identity this way gives it. What it returns sends it;
   * called again, it sends the same increment again.
   *
   * @param id by which any process knows the increment
   */
  Supplier<CompletionStage<?>> increment(String counter, String id);

  /** Does what has to be done from time to time: a checkpoint, a collection. */
  default CompletionStage<?> tidy(String counter) {
    return CompletableFuture.completedStage(null);
  }
}
