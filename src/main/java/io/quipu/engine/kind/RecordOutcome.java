package io.quipu.engine.kind;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outcome of recording events. */
public sealed interface RecordOutcome {
  /**
   * The events are acknowledged: durable on a quorum, and counted exactly once.
   *
   * @param at timeuuid of the last event
   * @param rows the row of each event if the caller wants the rows, else empty
   * @param count the count after the last event; null if the kind does not know the count yet
   */
  record Recorded(UUID at, List<UUID> rows, @Nullable BigInteger count) implements RecordOutcome {
    /** Makes an outcome without a count, for kinds that do not know the count yet. */
    public Recorded(UUID at, List<UUID> rows) {
      this(at, rows, null);
    }

    /** Makes an outcome with the timeuuid of the last event only. */
    public Recorded(UUID at) {
      this(at, List.of(), null);
    }
  }

  /** Nothing was written. The caller may send the same events again. */
  record Refused(Refusal why) implements RecordOutcome {}

  /**
   * Nothing was written: the counter does not take the events. Sending them again does not help.
   *
   * @param field the field of the event that the counter does not take
   * @param detail an explanation for the caller
   */
  record Declined(Objection why, String field, String detail) implements RecordOutcome {}

  /** The reason why a counter does not take an event. */
  enum Objection {
    /** The count would pass a bound of the counter. */
    PAST_BOUND,
    /** The id was counted before with another delta. */
    ID_CONFLICT
  }

  /** Some or all events may have been written. Only events with ids may be sent again safely. */
  record OutcomeUnknown() implements RecordOutcome {}

  /** The reason why nothing was written. */
  enum Refusal {
    QUEUE_FULL,
    NO_LEASE,
    STORE_UNAVAILABLE,
    /** Other writers of the same counter were always faster. */
    CONTENDED,
    STOPPING
  }
}
