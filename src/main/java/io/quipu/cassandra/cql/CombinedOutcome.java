package io.quipu.cassandra.cql;

import io.quipu.engine.store.WriteOutcome;
import org.jspecify.annotations.Nullable;

/** Combines the outcomes of several writes that must all succeed. Confined to one context. */
public final class CombinedOutcome {
  private @Nullable WriteOutcome soFar;

  public void add(WriteOutcome one) {
    soFar = soFar == null ? one : soFar.and(one);
  }

  /** Tells if the combined outcome can still be {@code WRITTEN}. */
  boolean mayBeWritten() {
    return soFar == null || soFar == WriteOutcome.WRITTEN;
  }

  /** The combined outcome; {@code WRITTEN} if there was no write. */
  public WriteOutcome outcome() {
    return soFar == null ? WriteOutcome.WRITTEN : soFar;
  }
}
