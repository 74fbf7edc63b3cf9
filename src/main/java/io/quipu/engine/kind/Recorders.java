package io.quipu.engine.kind;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The recorders of all kinds on one context, each once. Confined to it. */
public final class Recorders {
  private final Map<Class<?>, Recorder> byRecording = new HashMap<>();

  Recorders(Collection<Recorder> recorders) {
    for (Recorder recorder : new LinkedHashSet<>(recorders)) {
      for (Class<? extends Recording> recording : recorder.takes()) {
        Recorder other = byRecording.put(recording, recorder);
        if (other != null) {
          throw new IllegalArgumentException("two recorders for " + recording);
        }
      }
    }
  }

  /** Hands events to the recorder of their kind. */
  public CompletionStage<RecordOutcome> record(Recording recording) {
    return Objects.requireNonNull(byRecording.get(recording.getClass())).record(recording);
  }

  /** Completes when nothing waits or is in flight any more anywhere. */
  public CompletionStage<Void> drain() {
    return CompletableFuture.allOf(
        byRecording.values().stream()
            .distinct()
            .map(recorder -> recorder.drain().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }
}
