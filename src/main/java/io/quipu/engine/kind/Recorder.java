package io.quipu.engine.kind;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Records the events of some kinds. Confined to the context of its {@link RecorderSite}. */
public interface Recorder {
  /**
   * The recordings that it takes, each with its way: those of the kinds that it is the recorder of,
   * and no others.
   */
  List<Taken<?>> takes();

  /** Refuses all further events; completes when nothing waits or is in flight any more. */
  CompletionStage<Void> drain();

  /**
   * One type of recordings, and how they are recorded.
   *
   * @param way records events, all of which are durable when it answers that they are recorded.
   *     Fails only with a defect, whose outcome is unknown.
   */
  record Taken<R extends Recording>(
      Class<R> type, Function<R, CompletionStage<RecordOutcome>> way) {
    CompletionStage<RecordOutcome> record(Recording recording) {
      return way.apply(type.cast(recording));
    }
  }
}
