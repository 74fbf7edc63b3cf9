package io.quipu.edge.http;

import io.quipu.edge.response.Problem;
import io.quipu.edge.response.ProblemType;
import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Declined;
import io.quipu.engine.kind.RecordOutcome.Objection;
import io.quipu.engine.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.RecordOutcome.Refusal;
import io.quipu.engine.kind.RecordOutcome.Refused;
import java.util.Optional;

/** What to tell the caller when events were not, or not certainly, recorded. */
final class RecordProblem {
  private RecordProblem() {}

  /** The problem of an outcome; empty when the events are recorded. */
  static Optional<Problem> of(RecordOutcome outcome) {
    if (outcome instanceof Recorded) {
      return Optional.empty();
    }
    if (outcome instanceof Refused refused) {
      return Optional.of(refusal(refused.why()));
    }
    if (outcome instanceof Declined declined) {
      return Optional.of(Problem.of(typeOf(declined.why()), declined.field(), declined.detail()));
    }
    if (outcome instanceof OutcomeUnknown) {
      return Optional.of(
          Problem.of(
              ProblemType.OUTCOME_UNKNOWN,
              "It may or may not have been recorded. Send it again with the same id."));
    }
    throw new IllegalStateException(String.valueOf(outcome));
  }

  private static ProblemType typeOf(Objection why) {
    return switch (why) {
      case PAST_BOUND -> ProblemType.PAST_BOUND;
      case ID_CONFLICT -> ProblemType.ID_CONFLICT;
    };
  }

  private static Problem refusal(Refusal why) {
    return switch (why) {
      case QUEUE_FULL ->
          Problem.of(ProblemType.QUEUE_FULL, "Too many events are waiting. Nothing was written.");
      case NO_LEASE ->
          Problem.of(
              ProblemType.LEASE_NOT_VALID,
              "This instance is not allowed to write at present. Nothing was written.");
      case STORE_UNAVAILABLE ->
          Problem.of(
              ProblemType.UNAVAILABLE, "Cassandra is short of a quorum. Nothing was written.");
      case CONTENDED ->
          Problem.of(
              ProblemType.UNAVAILABLE,
              "Other instances were always faster with this counter. Nothing was written.");
      case STOPPING ->
          Problem.of(ProblemType.STOPPING, "This instance is stopping. Nothing was written.");
    };
  }
}
