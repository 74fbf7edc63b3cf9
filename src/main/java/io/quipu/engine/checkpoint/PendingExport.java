package io.quipu.engine.checkpoint;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The facts that the last step of a page decided, until they are durable in other tables. Also
 * remembers counters whose stored states still hold many exported ids. Confined to one context.
 */
final class PendingExport {
  /** A state with so many pending ids is a burden: every reader of the counter reads them. */
  private static final int MANY_IDS = 64;

  private final int page;
  private final FactExport facts;
  private final PageStates states;
  private final Set<CounterName> burdened = new LinkedHashSet<>();

  private Map<CounterName, CounterState> unexported = Map.of();

  PendingExport(int page, FactExport facts, PageStates states) {
    this.page = page;
    this.facts = facts;
    this.states = states;
  }

  void forget() {
    unexported = Map.of();
    burdened.clear();
  }

  /** Tells whether the facts of the last step are still to be exported. */
  boolean isDue() {
    return !unexported.isEmpty();
  }

  /** Exports the facts in the states that a step changed. Fails like {@link #export()}. */
  CompletionStage<Void> export(Map<CounterName, CounterState> changed) {
    unexported = changed;
    changed.forEach(states::put);
    return export();
  }

  /** Exports the due facts. Fails with the store unavailable; then the caller must repeat it. */
  CompletionStage<Void> export() {
    if (unexported.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    Map<CounterName, CounterState> last = unexported;
    return facts
        .export(page, last)
        .thenAccept(
            done -> {
              if (unexported == last) {
                unexported = Map.of();
                last.forEach(this::exported);
              }
            });
  }

  /** Drops the exported facts from the known state: readers find the facts in other tables. */
  private void exported(CounterName counter, CounterState state) {
    if (state.equals(states.known(counter))) {
      states.put(counter, state.exported());
      if (state.pending().ids().size() >= MANY_IDS) {
        burdened.add(counter);
      }
    }
  }

  /**
   * Adds resting counters with burdensome states to the changes of a step. The step then stores
   * these states without the exported facts.
   */
  void relieve(Map<CounterName, CounterState> changed) {
    for (CounterName counter : burdened) {
      CounterState resting = changed.containsKey(counter) ? null : states.known(counter);
      if (resting != null && changed.size() < StepRows.MOST_COUNTERS) {
        changed.put(counter, resting);
      }
    }
    burdened.clear();
  }
}
