package io.quipu.engine.kind;

import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outcome of events that were to be recorded. */
public sealed interface RecordOutcome {
  /**
   * Acknowledged: durable on a quorum, and will be counted exactly once.
   *
   * @param at of the last event
   * @param rows the row of each event, if that was wanted, else empty
   * @param count after the last event, where the kind knows it then, else null
   */
  record Recorded(UUID at, List<UUID> rows, @Nullable BigInteger count) implements RecordOutcome {
    /** Makes one without a count, for kinds that do not know it yet. */
    public Recorded(UUID at, List<UUID> rows) {
      this(at, rows, null);
    }

    /** Makes one without the rows of single events, for callers that want the last one only. */
    public Recorded(UUID at) {
      this(at, List.of(), null);
    }
  }

  /** Nothing was written; it may be sent again as it is. */
  record Refused(Refusal why) implements RecordOutcome {}

  /**
   * Nothing was written, and will not be if it is sent again: the counter does not take it.
   *
   * @param field of the event that is to blame
   * @param detail for the caller, in words
   */
  record Declined(Objection why, String field, String detail) implements RecordOutcome {}

  /** Why a counter does not take an event. */
  enum Objection {
    /** The count would pass a bound of the counter. */
    PAST_BOUND,
    /** The id was counted with another delta. */
    ID_CONFLICT
  }

  /** Some or all of it may have been written; only with ids can it be sent again safely. */
  record OutcomeUnknown() implements RecordOutcome {}

  /** Why nothing was written. */
  enum Refusal {
    QUEUE_FULL,
    NO_LEASE,
    STORE_UNAVAILABLE,
    /** Others that write the same were always faster. */
    CONTENDED,
    STOPPING
  }
}
