package io.quipu.engine.kind;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Records the events of some kinds. Confined to the context of its {@link RecorderSite}. */
public interface Recorder {
  /** The recordings that it takes: those of the kinds that it is the recorder of, and no others. */
  Set<Class<? extends Recording>> takes();

  /**
   * Records events, all of which are durable when it answers that they are recorded. Fails only
   * with a defect, whose outcome is unknown.
   */
  CompletionStage<RecordOutcome> record(Recording recording);

  /** Refuses all further events; completes when nothing waits or is in flight any more. */
  CompletionStage<Void> drain();
}
