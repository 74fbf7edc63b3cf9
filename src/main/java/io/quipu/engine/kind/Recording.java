package io.quipu.engine.kind;

import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.windows.EventTime;
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
   * The ticks within which an accepted event gets its timeuuid, or is refused: 10 s. The settings
   * by which it was accepted were looked up 5 s before at most. So nothing that waited somewhere is
   * recorded long after its counter was purged, or its namespace deleted.
   */
  long MINTED_WITHIN_TICKS = 10 * EventTime.TICKS_PER_SECOND;

  /**
   * This recording with a bound on its timeuuids, if it has no earlier one: its events are refused
   * if they cannot get them before. A recording without rows has no use for it.
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
