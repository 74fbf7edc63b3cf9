package io.quipu.store;

import io.quipu.counter.Namespace;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The settings of namespaces, changed by compare-and-set only. */
public interface NamespaceStore {
  CompletionStage<Optional<Namespace>> find(String name);

  /** Creates the namespace if no such name exists. */
  CompletionStage<CasOutcome> create(Namespace namespace);

  /**
   * Replaces the settings of a namespace if they are still {@code expected}.
   *
   * @param next of the same name and kind
   * @throws IllegalArgumentException if it is of another
   */
  CompletionStage<CasOutcome> replace(Namespace expected, Namespace next);

  /** Holds what {@link #replace} demands. */
  static void checkReplacement(Namespace expected, Namespace next) {
    if (!expected.name().equals(next.name()) || !expected.kind().equals(next.kind())) {
      throw new IllegalArgumentException(next + " cannot replace " + expected);
    }
  }
}
