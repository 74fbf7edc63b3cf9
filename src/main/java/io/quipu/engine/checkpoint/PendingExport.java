package io.quipu.engine.checkpoint;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.state.StateSize;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The facts that the last step of a page decided and that are not yet durable in other tables. Also
 * the counters with many exported ids in their stored states. Confined to one context.
 */
final class PendingExport {
  /**
   * The minimum number of exported ids for which a state is stored again, to shorten reads of it.
   */
  private static final int MANY_IDS = 64;

  private final int page;
  private final FactExport facts;
  private final PageStates states;
  private final Set<CounterName> burdened = new LinkedHashSet<>();

  private Map<CounterName, CounterState> unexported = Map.of();
  private PageHeader header = PageHeader.NONE;

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

  /** Tells whether there are stored states with many exported ids. */
  boolean isBurdened() {
    return !burdened.isEmpty();
  }

  /**
   * Exports the facts in the states that a step changed. Fails like {@link #export()}.
   *
   * @param next the header that the step wrote
   */
  CompletionStage<Void> export(PageHeader next, Map<CounterName, CounterState> changed) {
    header = next;
    unexported = changed;
    changed.forEach(states::put);
    return export();
  }

  /** Exports the due facts. Fails with the store unavailable; then the facts are still due. */
  CompletionStage<Void> export() {
    if (unexported.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    Map<CounterName, CounterState> last = unexported;
    return facts
        .export(page, header, last)
        .thenAccept(
            done -> {
              if (unexported == last) {
                unexported = Map.of();
                last.forEach(this::exported);
              }
            });
  }

  /** Drops the exported facts from the known state, because readers find them in other tables. */
  private void exported(CounterName counter, CounterState state) {
    if (state.equals(states.known(counter))) {
      states.put(counter, state.exported());
      if (state.pending().ids().size() >= MANY_IDS) {
        burdened.add(counter);
      }
    }
  }

  /**
   * Adds counters with many exported ids to the changes of a step, which then stores their states
   * without the exported facts. Leaves out counters whose states are no longer known or for which
   * the step has no room: their states keep the facts until the next step that changes them.
   */
  void relieve(Map<CounterName, CounterState> changed, StepBounds bounds) {
    long bytes = burdened.isEmpty() ? 0 : changed.values().stream().mapToLong(StateSize::of).sum();
    for (CounterName counter : burdened) {
      CounterState resting = changed.containsKey(counter) ? null : states.known(counter);
      if (resting != null && changed.size() < bounds.counters()) {
        bytes += StateSize.of(resting);
        if (bytes <= bounds.bytes()) {
          changed.put(counter, resting);
        }
      }
    }
    burdened.clear();
  }
}
