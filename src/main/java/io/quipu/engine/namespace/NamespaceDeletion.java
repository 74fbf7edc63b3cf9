package io.quipu.engine.namespace;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.Deletions.Deletion;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.EventTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Decides that namespaces are deleted, by compare-and-set. Then enters each among the deletions,
 * from where its data are deleted, and removes it from the list of namespaces.
 */
final class NamespaceDeletion {
  private static final int ATTEMPTS = 4;
  private static final int AT_ONCE = 4;

  private final NamespaceStore store;

  NamespaceDeletion(NamespaceStore store) {
    this.store = store;
  }

  /**
   * Deletes a namespace that meets a condition. Fails with the store unavailable; then nothing was
   * changed.
   *
   * @param now the group time; empty if it is not known
   */
  CompletionStage<DeleteOutcome> delete(
      String name, Precondition condition, Optional<EventTime> now) {
    if (name.equals(Namespace.DEFAULT.name())) {
      return CompletableFuture.completedStage(new DeleteOutcome.Permanent());
    }
    return now.isEmpty()
        ? CompletableFuture.failedStage(
            StoreUnavailable.busy("The time of the group is not known yet. Nothing was changed."))
        : new Attempts(name, condition, now.get()).next(ATTEMPTS);
  }

  /** Enters a namespace that was deleted. Fails with the store unavailable; may be repeated. */
  CompletionStage<Void> enter(Namespace deleted) {
    if (deleted.isGone()) {
      return removed(deleted);
    }
    return store
        .begin(NamespaceLife.of(deleted))
        .thenAccept(outcome -> outcome.require("a deletion could not be entered"))
        .thenCompose(entered -> removed(deleted));
  }

  private CompletionStage<Void> removed(Namespace deleted) {
    return store
        .remove(deleted)
        .thenAccept(outcome -> outcome.require("the list of namespaces could not be written"));
  }

  /** The namespaces that are being deleted. Fails with the store unavailable. */
  CompletionStage<List<DeletedNamespace>> list() {
    List<DeletedNamespace> all = new ArrayList<>();
    return store
        .deletions()
        .thenCompose(found -> BoundedConcurrency.forEach(AT_ONCE, found, one -> show(one, all)))
        .thenApply(shown -> all.stream().sorted(DeletedNamespace.ORDER).toList());
  }

  private CompletionStage<Void> show(Deletion one, List<DeletedNamespace> all) {
    return store
        .find(one.life().namespace())
        .thenAccept(
            stored ->
                stored
                    .filter(found -> found.life() == one.life().number() && !found.isGone())
                    .flatMap(found -> found.deleted().map(at -> shown(found, at, one)))
                    .ifPresent(all::add));
  }

  private static DeletedNamespace shown(Namespace found, EventTime at, Deletion one) {
    return new DeletedNamespace(found.name(), found.kind(), at, one.done().size());
  }

  /** The attempts of one caller. After an unknown outcome, nothing is a refusal. */
  private final class Attempts {
    private final String name;
    private final Precondition condition;
    private final EventTime now;
    private boolean mayBeDeleted;

    Attempts(String name, Precondition condition, EventTime now) {
      this.name = name;
      this.condition = condition;
      this.now = now;
    }

    CompletionStage<DeleteOutcome> next(int left) {
      if (left == 0) {
        return done(new DeleteOutcome.OutcomeUnknown());
      }
      return store
          .find(name)
          .thenCompose(stored -> afterRead(stored, left))
          .exceptionallyCompose(this::afterFailure);
    }

    private CompletionStage<DeleteOutcome> afterRead(Optional<Namespace> stored, int left) {
      if (stored.isEmpty() || stored.get().isGone()) {
        return done(refusal(new DeleteOutcome.Absent()));
      }
      Namespace current = stored.get();
      if (current.deleted().isPresent()) {
        return entered(current);
      }
      if (!condition.holds(stored)) {
        return done(refusal(new DeleteOutcome.ConditionFailed()));
      }
      Namespace next = current.deleted(now);
      return store
          .replace(current, next)
          .thenCompose(
              outcome -> {
                mayBeDeleted |= outcome != CasOutcome.REFUSED;
                return outcome == CasOutcome.APPLIED ? entered(next) : next(left - 1);
              });
    }

    private CompletionStage<DeleteOutcome> entered(Namespace deleted) {
      mayBeDeleted = true;
      return enter(deleted)
          .thenApply(done -> new DeleteOutcome.Deleting(deleted.deleted().orElseThrow()));
    }

    private DeleteOutcome refusal(DeleteOutcome outcome) {
      return mayBeDeleted ? new DeleteOutcome.OutcomeUnknown() : outcome;
    }

    private CompletionStage<DeleteOutcome> afterFailure(Throwable failure) {
      Throwable cause = StoreUnavailable.causeOf(failure);
      return mayBeDeleted && cause instanceof StoreUnavailable
          ? done(new DeleteOutcome.OutcomeUnknown())
          : CompletableFuture.failedFuture(cause);
    }

    private static CompletionStage<DeleteOutcome> done(DeleteOutcome outcome) {
      return CompletableFuture.completedStage(outcome);
    }
  }
}
