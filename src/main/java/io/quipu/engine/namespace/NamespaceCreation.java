package io.quipu.engine.namespace;

import io.quipu.engine.model.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Creates namespaces up to a bound. Creations run one after the other, and each namespace is in the
 * list before the next count. But other instances may create at the same moment. So n instances
 * exceed the bound by at most n - 1, and by the namespaces whose creation no answer ever confirmed.
 * Confined to one context.
 */
final class NamespaceCreation {
  /** Most creations that run or wait. A creation takes a count and two writes. */
  static final int MOST_WAITING = 50;

  private final NamespaceStore store;
  private final Function<Namespace, CompletionStage<Boolean>> enter;
  private final int most;
  private final AsyncSemaphore turn = new AsyncSemaphore(1);
  private int waiting;

  /** True once the bound is reached. Stays true, because namespaces are never deleted. */
  private boolean full;

  /**
   * @param enter enters a namespace in the list; tells whether the namespace is in the list now
   * @param most bound on the number of namespaces, {@code default} included
   */
  NamespaceCreation(
      NamespaceStore store, Function<Namespace, CompletionStage<Boolean>> enter, int most) {
    this.store = store;
    this.enter = enter;
    this.most = most;
  }

  int most() {
    return most;
  }

  /**
   * Creates the namespace if the name does not exist. Empty if the bound is reached. Fails with the
   * store unavailable; then nothing was created.
   */
  CompletionStage<Optional<CasOutcome>> create(Namespace next) {
    if (full) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    if (waiting == MOST_WAITING) {
      return CompletableFuture.failedStage(
          StoreUnavailable.busy("Too many namespaces are being created. Nothing was written."));
    }
    waiting++;
    return turn.<Optional<CasOutcome>>run(() -> createInTurn(next))
        .whenComplete((outcome, failure) -> waiting--);
  }

  private CompletionStage<Optional<CasOutcome>> createInTurn(Namespace next) {
    return full
        ? CompletableFuture.completedStage(Optional.empty())
        : count().thenCompose(found -> create(next, found));
  }

  private CompletionStage<Long> count() {
    return enter
        .apply(Namespace.DEFAULT)
        .thenCompose(
            entered ->
                entered
                    ? store.count()
                    : CompletableFuture.failedStage(
                        new StoreUnavailable("the list of namespaces could not be written", null)));
  }

  private CompletionStage<Optional<CasOutcome>> create(Namespace next, long found) {
    full = found >= most;
    return full
        ? CompletableFuture.completedStage(Optional.empty())
        : store
            .create(next)
            .thenCompose(
                outcome ->
                    outcome == CasOutcome.APPLIED
                        ? enter.apply(next).thenApply(entered -> Optional.of(outcome))
                        : CompletableFuture.completedStage(Optional.of(outcome)));
  }
}
