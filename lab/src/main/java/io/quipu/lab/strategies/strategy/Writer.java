package io.quipu.lab.strategies.strategy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A process that increments counters in one way. For any thread. */
public interface Writer {
  /**
   * Prepares an increment by 1, and gives the increment the identity that the way to count needs.
   * The returned supplier sends the increment. Each further call sends the same increment again.
   *
   * @param id the id of the increment, the same in every process
   */
  Supplier<CompletionStage<?>> increment(String counter, String id);

  /** Does regular work, such as a new cached count or a merge of expired shards. */
  default CompletionStage<?> tidy(String counter) {
    return CompletableFuture.completedStage(null);
  }
}
