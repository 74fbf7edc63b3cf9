package io.quipu.store;

import io.quipu.counter.Namespace;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces, changed by compare-and-set only. */
public interface NamespaceStore {
  CompletionStage<Optional<Namespace>> find(String name);

  /** Creates the namespace if no such name exists. */
  CompletionStage<CasOutcome> create(Namespace namespace);

  /** Replaces the settings of an existing namespace of the same kind. */
  CompletionStage<CasOutcome> replace(Namespace namespace);
}
