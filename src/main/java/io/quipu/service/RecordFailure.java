package io.quipu.service;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Declined;
import io.quipu.engine.kind.answer.RecordOutcome.Objection;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import java.time.Duration;
import java.util.Optional;

/** Makes failures for callers from the outcomes of recording. */
public final class RecordFailure {
  private RecordFailure() {}

  /** Makes the failure for an outcome; empty if the events were recorded. */
  public static Optional<ServiceFailure> of(RecordOutcome outcome) {
    if (outcome instanceof Recorded) {
      return Optional.empty();
    }
    if (outcome instanceof Refused refused) {
      return Optional.of(refusal(refused.why()));
    }
    if (outcome instanceof Declined declined) {
      ServiceFailure failure =
          new ServiceFailure(reason(declined.why()), declined.field(), declined.detail());
      Duration wait = declined.untilTaken();
      return Optional.of(wait == null ? failure : failure.after(wait));
    }
    if (outcome instanceof OutcomeUnknown) {
      return Optional.of(
          new ServiceFailure(
              Reason.OUTCOME_UNKNOWN,
              "It may or may not have been recorded. Send it again with the same id."));
    }
    throw new IllegalStateException(String.valueOf(outcome));
  }

  private static Reason reason(Objection why) {
    return switch (why) {
      case PAST_BOUND -> Reason.PAST_BOUND;
      case ID_CONFLICT -> Reason.ID_CONFLICT;
      case COUNTED_BEFORE -> Reason.COUNTED_BEFORE;
    };
  }

  private static ServiceFailure refusal(Refusal why) {
    return switch (why) {
      case QUEUE_FULL ->
          new ServiceFailure(
              Reason.QUEUE_FULL, "Too many events are waiting. Nothing was written.");
      case NO_LEASE ->
          new ServiceFailure(
              Reason.LEASE_NOT_VALID,
              "This instance is not allowed to write at present. Nothing was written.");
      case STORE_UNAVAILABLE ->
          new ServiceFailure(
              Reason.UNAVAILABLE, "Cassandra is short of a quorum. Nothing was written.");
      case CONTENDED ->
          new ServiceFailure(
              Reason.UNAVAILABLE,
              "Other instances were always faster with this counter. Nothing was written.");
      case STOPPING ->
          new ServiceFailure(Reason.STOPPING, "This instance is stopping. Nothing was written.");
    };
  }
}
