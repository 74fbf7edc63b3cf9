package io.quipu.service;

import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.kind.AcknowledgedEvents;
import io.quipu.engine.kind.Recording;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.query.QueryMessages;
import io.quipu.engine.query.Verdict;
import io.quipu.service.bus.BusFailure;
import io.quipu.service.failure.Reason;
import io.quipu.service.failure.ServiceFailure;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Waits for the verdicts of the events that one request records. The timeout begins before the
 * events are recorded, and covers the recording and the wait for verdicts together.
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

  /** Begins the timeout of a request; to be called before the request records events. */
  public static AwaitedVerdicts begin(CounterService service) {
    return new AwaitedVerdicts(service, service.clock().monotonicNanos());
  }

  /**
   * Checks the value of {@link #CONFIRM}; returns true for {@code settled}.
   *
   * @throws InvalidInput naming {@code confirm} for every other value
   */
  public static boolean isWanted(String value) {
    if (!value.equals("settled")) {
      throw new InvalidInput(CONFIRM, "confirm must be settled, or left out");
    }
    return true;
  }

  /**
   * Finds the verdicts of one recording; fails as the recording, and as the method for several
   * recordings does.
   *
   * @param answer makes the answer of the acknowledgement and the verdicts
   */
  public <T> Future<T> verdicts(
      Recording recording,
      Future<Recorded> recorded,
      BiFunction<Recorded, List<Verdict>, T> answer) {
    return recorded.compose(
        done ->
            verdicts(List.of(recording), List.of(done)).map(all -> answer.apply(done, all.get(0))));
  }

  /**
   * Finds the verdicts of several recordings, in the order of the recordings. Fails with {@link
   * Reason#OUTCOME_UNKNOWN} if any verdict does not arrive in time or cannot be read.
   */
  public Future<List<List<Verdict>>> verdicts(List<Recording> recordings, List<Recorded> recorded) {
    Duration left = service.timeout().minusNanos(service.clock().monotonicNanos() - begun);
    List<AcknowledgedEvents> questions = new ArrayList<>();
    for (int i = 0; i < recordings.size(); i++) {
      questions.add(recordings.get(i).toBeConfirmed(recorded.get(i)));
    }
    List<Future<QueryMessages.Verdicts>> asked =
        questions.stream().map(question -> service.questions().verdicts(question, left)).toList();
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
    return question.events().stream().allMatch(event -> event.id() != null);
  }
}
