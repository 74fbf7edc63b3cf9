package io.quipu.namespace;

import io.quipu.counter.Namespace;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import io.quipu.store.StoreUnavailable;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The settings of namespaces. The one named {@code default} exists from the beginning, whether or
 * not a row says so.
 */
public final class Namespaces {
  private static final int ATTEMPTS = 4;

  private final NamespaceStore store;

  public Namespaces(NamespaceStore store) {
    this.store = store;
  }

  /** The namespace, if it exists. Fails with the store unavailable. */
  public CompletionStage<Optional<Namespace>> find(String name) {
    return store.find(name).thenApply(stored -> stored.or(() -> implicit(name)));
  }

  /** Gives {@code default} a row, so that whoever reads the table finds it there. */
  public CompletionStage<CasOutcome> ensureDefault() {
    return store.create(Namespace.DEFAULT);
  }

  /**
   * Creates the namespace or replaces its settings. Fails with the store unavailable, when nothing
   * was changed.
   */
  public CompletionStage<PutOutcome> put(Namespace wanted) {
    return new Put(wanted).attempt(ATTEMPTS);
  }

  private static Optional<Namespace> implicit(String name) {
    return name.equals(Namespace.DEFAULT.name())
        ? Optional.of(Namespace.DEFAULT)
        : Optional.empty();
  }

  /**
   * One put: read, write on that condition, and read again whenever the write did not certainly
   * succeed. An unknown outcome is never taken for a no.
   */
  private final class Put {
    private final Namespace wanted;
    private boolean wasImplicit;
    private boolean mayHaveWritten;
    private boolean mayHaveCreated;

    Put(Namespace wanted) {
      this.wanted = wanted;
    }

    CompletionStage<PutOutcome> attempt(int left) {
      if (left == 0) {
        return CompletableFuture.completedFuture(new PutOutcome.OutcomeUnknown());
      }
      return store
          .find(wanted.name())
          .thenCompose(stored -> afterRead(stored, left))
          .exceptionallyCompose(this::afterFailure);
    }

    private CompletionStage<PutOutcome> afterRead(Optional<Namespace> stored, int left) {
      Optional<Namespace> current = stored.or(() -> implicit(wanted.name()));
      if (current.isPresent() && current.get().kind() != wanted.kind()) {
        return CompletableFuture.completedFuture(new PutOutcome.OtherKind(current.get().kind()));
      }
      if (stored.isPresent() && stored.get().equals(wanted)) {
        return CompletableFuture.completedFuture(done(mayHaveCreated));
      }
      if (stored.isPresent()) {
        return store.replace(wanted).thenCompose(outcome -> afterWrite(outcome, false, left));
      }
      wasImplicit = current.isPresent();
      return store.create(wanted).thenCompose(outcome -> afterWrite(outcome, true, left));
    }

    private CompletionStage<PutOutcome> afterWrite(CasOutcome outcome, boolean create, int left) {
      if (outcome == CasOutcome.APPLIED) {
        return CompletableFuture.completedFuture(done(create || mayHaveCreated));
      }
      if (outcome == CasOutcome.UNKNOWN) {
        mayHaveWritten = true;
        mayHaveCreated |= create;
      }
      return attempt(left - 1);
    }

    /** A failed read leaves it open what a write before it did. */
    private CompletionStage<PutOutcome> afterFailure(Throwable failure) {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      return mayHaveWritten && cause instanceof StoreUnavailable
          ? CompletableFuture.completedFuture(new PutOutcome.OutcomeUnknown())
          : CompletableFuture.failedFuture(cause);
    }

    private PutOutcome done(boolean created) {
      return created && !wasImplicit ? new PutOutcome.Created() : new PutOutcome.Kept();
    }
  }
}
