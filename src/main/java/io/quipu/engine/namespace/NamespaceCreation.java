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
 * Creates namespaces as long as there are fewer than a bound: one after the other, each in the list
 * before the next is counted. So instances that create at the same moment exceed the bound by at
 * most one less than there are instances, and by those of which no answer ever told that they were
 * created. Confined to one context.
 */
final class NamespaceCreation {
  /** Creations that wait for each other; a count and two writes each. */
  static final int MOST_WAITING = 50;

  private final NamespaceStore store;
  private final Function<Namespace, CompletionStage<Boolean>> enter;
  private final int most;
  private final AsyncSemaphore turn = new AsyncSemaphore(1);
  private int waiting;

  /** Namespaces are never deleted: what was full once needs no further count. */
  private boolean full;

  /**
   * @param enter enters one in the list; whether it is in it now
   * @param most that there may be, {@code default} among them
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
   * Creates the namespace if no such name exists; empty if there are as many as may be. Fails with
   * the store unavailable, when nothing was created.
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
