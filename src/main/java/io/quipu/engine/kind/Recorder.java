package io.quipu.engine.kind;

import io.quipu.engine.kind.answer.RecordOutcome;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Records the events of some kinds. Confined to the context of its {@link RecorderSite}. */
public interface Recorder {
  /** The types of recordings that this recorder takes, each with the function that records. */
  List<Taken<?>> takes();

  /** Refuses all events from now on. Completes when no earlier event waits or is in flight. */
  CompletionStage<Void> drain();

  /**
   * One type of recordings, with the function that records.
   *
   * @param way the function that records; all events are durable if its answer is {@code Recorded}.
   *     Only a defect fails its stage; then the outcome is unknown.
   */
  record Taken<R extends Recording>(
      Class<R> type, Function<R, CompletionStage<RecordOutcome>> way) {
    CompletionStage<RecordOutcome> record(Recording recording) {
      return way.apply(type.cast(recording));
    }
  }
}
