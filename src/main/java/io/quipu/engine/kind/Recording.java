package io.quipu.engine.kind;

import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.model.CounterName;

/** Events of one counter as its kind has accepted them, on their way to its recorder. */
public interface Recording {
  CounterName counter();

  /** The number of events, at least 1. */
  int size();

  /**
   * The question for the verdicts of its events, after it was recorded; asked only if it was
   * accepted to be confirmed.
   */
  default AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    throw new IllegalStateException(counter() + " has no verdicts");
  }
}
