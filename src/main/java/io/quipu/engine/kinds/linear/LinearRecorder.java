package io.quipu.engine.kinds.linear;

import io.quipu.engine.kind.RecordOutcome;
import io.quipu.engine.kind.RecordOutcome.Declined;
import io.quipu.engine.kind.RecordOutcome.Objection;
import io.quipu.engine.kind.Recorder;
import io.quipu.engine.kinds.linear.IncrementOutcome.Conflict;
import io.quipu.engine.kinds.linear.IncrementOutcome.CountedEvent;
import io.quipu.engine.kinds.linear.IncrementOutcome.OutcomeUnknown;
import io.quipu.engine.kinds.linear.IncrementOutcome.PastBound;
import io.quipu.engine.kinds.linear.IncrementOutcome.Recorded;
import io.quipu.engine.kinds.linear.IncrementOutcome.Refused;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Hands increments to their counters, and says what came of them in the words of all kinds. */
final class LinearRecorder implements Recorder {
  private final LinearCounters counters;

  LinearRecorder(LinearCounters counters) {
    this.counters = counters;
  }

  @Override
  public List<Taken<?>> takes() {
    return List.of(
        new Taken<>(
            Increment.class,
            increment -> counters.record(increment).thenApply(LinearRecorder::told)));
  }

  @Override
  public CompletionStage<Void> drain() {
    return counters.drain();
  }

  private static RecordOutcome told(IncrementOutcome outcome) {
    if (outcome instanceof Recorded recorded) {
      CountedEvent last = recorded.last();
      return new RecordOutcome.Recorded(last.at(), List.of(), BigInteger.valueOf(last.count()));
    }
    if (outcome instanceof PastBound refused) {
      return new Declined(Objection.PAST_BOUND, "delta", refused.inWords());
    }
    if (outcome instanceof Conflict conflict) {
      return new Declined(
          Objection.ID_CONFLICT,
          "id",
          "The id was counted before, with delta %d and not %d. Nothing was changed."
              .formatted(conflict.counted(), conflict.delta()));
    }
    if (outcome instanceof Refused refused) {
      return new RecordOutcome.Refused(refused.why());
    }
    if (outcome instanceof OutcomeUnknown) {
      return new RecordOutcome.OutcomeUnknown();
    }
    throw new IllegalStateException(String.valueOf(outcome));
  }
}
