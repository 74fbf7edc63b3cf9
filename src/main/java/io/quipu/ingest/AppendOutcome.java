package io.quipu.ingest;

import java.util.List;
import java.util.UUID;

/** What became of an append. */
public sealed interface AppendOutcome {
  /**
   * Acknowledged: durable on a quorum, and will be counted exactly once.
   *
   * @param at the row of the last event
   * @param rows the row of each event, if that was wanted, else empty
   */
  record Recorded(UUID at, List<UUID> rows) implements AppendOutcome {
    /** Where only the last row was wanted. */
    public Recorded(UUID at) {
      this(at, List.of());
    }
  }

  /** Nothing was written; it may be sent again as it is. */
  record Refused(Refusal why) implements AppendOutcome {}

  /** Some or all of it may have been written; only with ids can it be sent again safely. */
  record OutcomeUnknown() implements AppendOutcome {}

  /** Why nothing was written. */
  enum Refusal {
    QUEUE_FULL,
    NO_LEASE,
    STORE_UNAVAILABLE,
    STOPPING
  }
}
