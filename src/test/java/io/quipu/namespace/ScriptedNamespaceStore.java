package io.quipu.namespace;

import io.quipu.counter.Namespace;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import io.quipu.store.StoreUnavailable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A namespace store in memory that can lose answers, before or after what they answer. */
final class ScriptedNamespaceStore implements NamespaceStore {
  final Map<String, Namespace> rows = new HashMap<>();
  final Deque<Fault> writes = new ArrayDeque<>();
  final Deque<Boolean> readsFail = new ArrayDeque<>();
  int written;

  /** What happens to one conditional write. */
  enum Fault {
    NONE,
    /** It is applied, and nobody hears of it. */
    ANSWER_LOST,
    /** It never arrives, and nobody can tell. */
    REQUEST_LOST
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    Boolean fails = readsFail.poll();
    return fails != null && fails
        ? CompletableFuture.failedFuture(new StoreUnavailable("no quorum", null))
        : CompletableFuture.completedFuture(Optional.ofNullable(rows.get(name)));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return write(namespace, !rows.containsKey(namespace.name()));
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace namespace) {
    Namespace row = rows.get(namespace.name());
    return write(namespace, row != null && row.kind() == namespace.kind());
  }

  private CompletionStage<CasOutcome> write(Namespace namespace, boolean condition) {
    Fault fault = writes.isEmpty() ? Fault.NONE : writes.remove();
    if (condition && fault != Fault.REQUEST_LOST) {
      rows.put(namespace.name(), namespace);
      written++;
    }
    if (fault != Fault.NONE) {
      return CompletableFuture.completedFuture(CasOutcome.UNKNOWN);
    }
    return CompletableFuture.completedFuture(condition ? CasOutcome.APPLIED : CasOutcome.REFUSED);
  }
}
