package io.quipu.engine.kind.answer;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outcome of recording events. */
public sealed interface RecordOutcome {
  /**
   * The events are acknowledged: a quorum has them. Each event counts as the rule of its kind says,
   * and never twice.
   *
   * @param at timeuuid of the last event, or of this answer if the kind has no times of events
   * @param rows the row of each event if the caller wants the rows, else empty
   * @param count the count after the last event; null if the kind does not know the count yet
   * @param allowance what the counter still takes; null if it has no bound in each period
   */
  record Recorded(
      UUID at, List<UUID> rows, @Nullable BigInteger count, @Nullable Allowance allowance)
      implements RecordOutcome {
    /** Makes an outcome without a bound in each period. */
    public Recorded(UUID at, List<UUID> rows, @Nullable BigInteger count) {
      this(at, rows, count, null);
    }

    /** Makes an outcome without a count, for kinds that do not know the count yet. */
    public Recorded(UUID at, List<UUID> rows) {
      this(at, rows, null, null);
    }

    /** Makes an outcome with only the timeuuid of the last event. */
    public Recorded(UUID at) {
      this(at, List.of(), null, null);
    }
  }

  /** Nothing was written. The caller may send the same events again. */
  record Refused(Refusal why) implements RecordOutcome {}

  /**
   * Nothing was written: the counter does not take the events. The answer to the same events stays
   * the same until the counter or its bounds change.
   *
   * @param field the field of the event that the counter does not take
   * @param detail an explanation for the caller
   * @param untilTaken the time until the counter takes the events, if no others come; null if that
   *     is not known
   */
  record Declined(Objection why, String field, String detail, @Nullable Duration untilTaken)
      implements RecordOutcome {
    public Declined(Objection why, String field, String detail) {
      this(why, field, detail, null);
    }
  }

  /** The reason why a counter does not take an event. */
  enum Objection {
    /** The count would pass a bound of the event or of the namespace, or leave 64 bits. */
    PAST_BOUND,
    /** The id was counted before with another delta. */
    ID_CONFLICT,
    /** The event was to be the first of a counter that has events. */
    COUNTED_BEFORE
  }

  /**
   * Some or all events may have been written. Only events that cannot count twice, such as events
   * with remembered ids, may be sent again safely.
   */
  record OutcomeUnknown() implements RecordOutcome {}

  /** The reason why nothing was written. */
  enum Refusal {
    QUEUE_FULL,
    NO_LEASE,
    STORE_UNAVAILABLE,
    /** The patience ended after an attempt that failed because another writer was faster. */
    CONTENDED,
    STOPPING
  }
}
