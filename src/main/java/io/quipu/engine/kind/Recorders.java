package io.quipu.engine.kind;

import io.quipu.engine.kind.answer.RecordOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The different recorders of all kinds on one context. Confined to that context. */
public final class Recorders {
  private final List<Recorder> recorders;
  private final Map<Class<?>, Recorder.Taken<?>> byType = new HashMap<>();

  public Recorders(Collection<Recorder> recorders) {
    this.recorders = recorders.stream().distinct().toList();
    for (Recorder recorder : this.recorders) {
      for (Recorder.Taken<?> taken : recorder.takes()) {
        if (byType.put(taken.type(), taken) != null) {
          throw new IllegalArgumentException("two recorders for " + taken.type());
        }
      }
    }
  }

  /** Records events with the recorder that takes this type of recordings. */
  public CompletionStage<RecordOutcome> record(Recording recording) {
    return Objects.requireNonNull(byType.get(recording.getClass())).record(recording);
  }

  /** Drains all recorders. Completes when no event waits or is in flight in any recorder. */
  public CompletionStage<Void> drain() {
    return CompletableFuture.allOf(
        recorders.stream()
            .map(recorder -> recorder.drain().toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }
}
