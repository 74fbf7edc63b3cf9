package io.quipu.engine.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The outcome of an idempotent write. */
public enum WriteOutcome {
  /** Durable on a quorum of replicas. */
  WRITTEN,
  /** Certainly on no replica: the write was not sent, or was refused before any replica saw it. */
  REFUSED,
  /** Possibly on none, some or all replicas, now or later. */
  UNKNOWN;

  /**
   * Demands that a write is durable.
   *
   * @param otherwise what is said of another outcome
   * @throws StoreUnavailable if it may not be durable
   */
  public void require(String otherwise) {
    if (this != WRITTEN) {
      throw new StoreUnavailable(otherwise, null);
    }
  }

  /** Does another write if this one is durable. Otherwise, its outcome is that of both. */
  public CompletionStage<WriteOutcome> ifWritten(Supplier<CompletionStage<WriteOutcome>> next) {
    return this == WRITTEN ? next.get() : CompletableFuture.completedStage(this);
  }

  /** The outcome of two writes together: the outcome that both have, else {@link #UNKNOWN}. */
  public WriteOutcome and(WriteOutcome other) {
    return this == other ? this : UNKNOWN;
  }
}
