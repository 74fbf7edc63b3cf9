package io.quipu.sim;

import io.quipu.counter.Kind;
import io.quipu.counter.Namespace;
import io.quipu.counter.Span;
import io.quipu.store.CasOutcome;
import io.quipu.store.NamespaceStore;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Namespaces that all exist, and all keep their rows as long as the scenario says. */
record RetainedNamespaces(Span retain) implements NamespaceStore {
  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return CompletableFuture.completedStage(
        Optional.of(new Namespace(name, Kind.EVENT, new Span("24h"), retain, 1, Set.of())));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    throw new UnsupportedOperationException("settings do not change in a simulation");
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace expected, Namespace next) {
    throw new UnsupportedOperationException("settings do not change in a simulation");
  }
}
