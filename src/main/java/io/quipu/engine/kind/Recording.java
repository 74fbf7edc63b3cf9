package io.quipu.engine.kind;

import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.EventTime;
import java.util.Set;

/** Accepted events of one counter, or a reset of a counter, for the recorder of the kind. */
public interface Recording {
  CounterName counter();

  /** The number of events, at least 1; 1 for a reset. */
  int size();

  /** The series in which events count; none if the events have no labels. */
  default Set<CounterName> series() {
    return Set.of();
  }

  /**
   * This recording with a bound on its timeuuids: its events are refused if they cannot get them
   * before. A recording without rows has no use for it.
   */
  default Recording mintedBefore(EventTime bound) {
    return this;
  }

  /**
   * The events whose verdicts the caller wants. Called after the events were recorded, and only if
   * {@link Kind#accept} was called with {@code confirmed}.
   */
  default AcknowledgedEvents toBeConfirmed(Recorded recorded) {
    throw new IllegalStateException(counter() + " has no verdicts");
  }
}
