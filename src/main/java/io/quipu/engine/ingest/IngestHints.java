package io.quipu.engine.ingest;

import io.quipu.engine.model.CounterName;

/** Hints at the work of an ingesting context, on that context. Correctness never needs a hint. */
@FunctionalInterface
public interface IngestHints {
  /** Notes that events of a counter were acknowledged. */
  void counted(CounterName counter);

  /**
   * Notes that a counter may have changed without an acknowledged event: the counter was reset, or
   * the outcome of a write is unknown. The counter may never have counted anything.
   */
  default void touched(CounterName counter) {}

  /** Notes that a reset waits for the horizon. */
  default void awaitsHorizon() {}
}
