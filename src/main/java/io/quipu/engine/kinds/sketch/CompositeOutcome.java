package io.quipu.engine.kinds.sketch;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The outcome of an update of several states. It is recorded if all states have it, and refused if
 * no write of any state may have it. Otherwise the outcome is unknown.
 */
final class CompositeOutcome {
  private CompositeOutcome() {}

  /**
   * Completes when the outcomes of all states are known. Fails if one fails.
   *
   * @param parts the outcome for each state, at least one
   */
  static CompletionStage<RecordOutcome> of(List<CompletableFuture<RecordOutcome>> parts) {
    return parts.size() == 1
        ? parts.get(0)
        : CompletableFuture.allOf(parts.toArray(CompletableFuture<?>[]::new))
            .thenApply(all -> together(parts.stream().map(CompletableFuture::join).toList()));
  }

  private static RecordOutcome together(List<RecordOutcome> parts) {
    boolean recorded = parts.stream().allMatch(Recorded.class::isInstance);
    boolean refused = parts.stream().allMatch(Refused.class::isInstance);
    return recorded || refused ? parts.get(0) : new OutcomeUnknown();
  }
}
