package io.quipu.engine.namespace;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.AsyncSemaphore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Creates namespaces up to a bound. Creations run one after the other, and each created namespace
 * is entered in the list before the next count. But other instances may create namespaces at the
 * same time. So n instances exceed the bound by at most n - 1 namespaces, and by the namespaces for
 * which the creation or the entry in the list had an unknown outcome. Confined to one context.
 */
final class NamespaceCreation {
  /** The maximum number of creations that run or wait. A creation needs a count and two writes. */
  static final int MOST_WAITING = 50;

  private final NamespaceStore store;
  private final Function<Namespace, CompletionStage<Boolean>> enter;
  private final int most;
  private final AsyncSemaphore turn = new AsyncSemaphore(1);
  private int waiting;

  /**
   * @param enter enters a namespace in the list; the stage gives true if the namespace is certainly
   *     in the list now
   * @param most bound on the number of namespaces, inclusive; {@code default} counts, too
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
   * Creates the namespace if the name does not exist. The result is empty if the bound is reached.
   * Fails with the store unavailable, also if too many creations wait; then nothing was created.
   */
  CompletionStage<Optional<CasOutcome>> create(
      Namespace next, Supplier<CompletionStage<CasOutcome>> write) {
    if (waiting == MOST_WAITING) {
      return CompletableFuture.failedStage(
          StoreUnavailable.busy("Too many namespaces are being created. Nothing was written."));
    }
    waiting++;
    return turn.<Optional<CasOutcome>>run(
            () -> count().thenCompose(found -> create(next, write, found)))
        .whenComplete((outcome, failure) -> waiting--);
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

  private CompletionStage<Optional<CasOutcome>> create(
      Namespace next, Supplier<CompletionStage<CasOutcome>> write, long found) {
    return found >= most
        ? CompletableFuture.completedStage(Optional.empty())
        : write
            .get()
            .thenCompose(
                outcome ->
                    outcome == CasOutcome.APPLIED
                        ? enter.apply(next).thenApply(entered -> Optional.of(outcome))
                        : CompletableFuture.completedStage(Optional.of(outcome)));
  }
}
