package io.quipu.engine.kind;

import io.quipu.engine.kind.answer.RecordOutcome;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Records the events of some kinds. Confined to the context of its {@link RecorderSite}. */
public interface Recorder {
  /** The types of recordings that this recorder takes. */
  Set<Class<? extends Recording>> takes();

  /**
   * Records events. All events are durable if the answer is {@code Recorded}. Only a defect fails
   * the stage; then the outcome is unknown.
   *
   * @param recording of a type that this recorder takes
   */
  CompletionStage<RecordOutcome> record(Recording recording);

  /** Refuses all events from now on. Completes when no earlier event waits or is in flight. */
  CompletionStage<Void> drain();
}
