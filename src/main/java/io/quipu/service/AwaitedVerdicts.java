package io.quipu.service;

import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.RecordOutcome.Recorded;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.model.InvalidInput;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The wait of one request for the verdicts of its recorded events. The time of the request begins
 * before the events are recorded, and bounds recording and wait together.
 */
public final class AwaitedVerdicts {
  /** The parameter or field that asks for verdicts. */
  public static final String CONFIRM = "confirm";

  private final CounterService service;
  private final long begun;

  private AwaitedVerdicts(CounterService service, long begun) {
    this.service = service;
    this.begun = begun;
  }

  /** Begins the time of a request; to be called before anything is recorded. */
  public static AwaitedVerdicts begin(CounterService service) {
    return new AwaitedVerdicts(service, service.clock().monotonicNanos());
  }

  /**
   * Tells whether a value asks for verdicts. Refuses every value except {@code settled}.
   *
   * @throws InvalidInput naming {@code confirm}
   */
  public static boolean isWanted(String value) {
    if (!value.equals("settled")) {
      throw new InvalidInput(CONFIRM, "confirm must be settled, or left out");
    }
    return true;
  }

  /** The verdicts of one recording. Fails if the verdicts do not come in time. */
  public Future<List<Verdict>> verdicts(Recording recording, Recorded recorded) {
    return verdicts(List.of(recording), List.of(recorded)).map(all -> all.get(0));
  }

  /** The verdicts of several recordings in their order, all of them or none. */
  public Future<List<List<Verdict>>> verdicts(List<Recording> recordings, List<Recorded> recorded) {
    Duration left = service.timeout().minusNanos(service.clock().monotonicNanos() - begun);
    List<AcknowledgedEvents> questions = new ArrayList<>();
    for (int i = 0; i < recordings.size(); i++) {
      questions.add(recordings.get(i).toBeConfirmed(recorded.get(i)));
    }
    List<Future<QueryMessages.Verdicts>> asked =
        questions.stream().map(question -> service.reads().verdicts(question, left)).toList();
    return Future.all(asked)
        .map(all -> asked.stream().map(one -> one.result().verdicts()).toList())
        .recover(
            failure ->
                Future.failedFuture(
                    BusFailure.of(failure) == BusFailure.DEFECT ? failure : missing(questions)));
  }

  private static ServiceFailure missing(List<AcknowledgedEvents> questions) {
    String again =
        questions.stream().allMatch(AwaitedVerdicts::haveIds)
            ? "Sending it again with the same id is safe."
            : "Sending it again would count it again where there is no id that is remembered.";
    return new ServiceFailure(
        Reason.OUTCOME_UNKNOWN,
        "The event is recorded. Only its verdict is missing: it was not settled in time. " + again);
  }

  private static boolean haveIds(AcknowledgedEvents question) {
    return question.ids().stream().allMatch(Objects::nonNull);
  }
}
