package io.quipu.engine.checkpoint;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.CounterState;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The decisions of the last step of a page, until they are durable elsewhere; and the states that
 * still hold them then. Confined to one context.
 */
final class PendingExport {
  /** So many ids in a state make it a burden for whoever reads the counter. */
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

  /** Tells whether facts of the last step are not known to be durable elsewhere. */
  boolean isDue() {
    return !unexported.isEmpty();
  }

  /** Exports what a step has changed. Fails with the store unavailable; see {@link #export()}. */
  CompletionStage<Void> export(Map<CounterName, CounterState> changed) {
    unexported = changed;
    changed.forEach(states::put);
    return export();
  }

  /** Exports what is due. Fails with the store unavailable; to be repeated then. */
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

  /** From now on others find the facts elsewhere: they need not be remembered here. */
  private void exported(CounterName counter, CounterState state) {
    if (state.equals(states.known(counter))) {
      states.put(counter, state.exported());
      if (state.pending().ids().size() >= MANY_IDS) {
        burdened.add(counter);
      }
    }
  }

  /**
   * Has a step rewrite resting counters whose states are a burden, without what was exported long
   * ago.
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
