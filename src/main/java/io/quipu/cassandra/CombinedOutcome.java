package io.quipu.cassandra;

import io.quipu.engine.store.WriteOutcome;
import org.jspecify.annotations.Nullable;

/** The outcome of several writes that only count together. Confined to one context. */
final class CombinedOutcome {
  private @Nullable WriteOutcome soFar;

  void add(WriteOutcome one) {
    soFar = soFar == null ? one : soFar.and(one);
  }

  /** Tells if it is still worth while to send another. */
  boolean mayBeWritten() {
    return soFar == null || soFar == WriteOutcome.WRITTEN;
  }

  /** Nothing to write is written. */
  WriteOutcome outcome() {
    return soFar == null ? WriteOutcome.WRITTEN : soFar;
  }
}
