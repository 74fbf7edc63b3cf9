package io.quipu.engine.ingest;

import io.quipu.engine.model.CounterName;

/** Hints at what an ingesting context does, given on that context. None of them may matter. */
@FunctionalInterface
public interface IngestHints {
  /** Events of a counter were acknowledged. */
  void counted(CounterName counter);

  /**
   * A counter may have changed, although no event of it was acknowledged: it was reset, or the
   * outcome of a write is unknown. It may be one that never counted anything.
   */
  default void touched(CounterName counter) {}

  /** A reset waits for the horizon. */
  default void awaitsHorizon() {}
}
