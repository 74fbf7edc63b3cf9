package io.quipu.engine.ingest;

import io.quipu.engine.names.CounterName;

/** Receives hints from an ingesting context, on that context. A lost hint causes no wrong count. */
@FunctionalInterface
public interface IngestHints {
  /** Notes that events of a counter were acknowledged. */
  void counted(CounterName counter);

  /**
   * Notes that a counter may have changed without an acknowledged event: rows of a reset are
   * durable, or the outcome of a write is unknown. Possibly the counter has no events at all.
   */
  default void touched(CounterName counter) {}

  /** Notes that a durable reset waits until the horizon has passed it. */
  default void awaitsHorizon() {}
}
