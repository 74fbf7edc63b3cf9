package io.quipu.engine.store;

import io.quipu.engine.names.NamespaceLife;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The namespaces that are being deleted, and how far. What is said of a life of a namespace is said
 * once: after {@link #end}, nothing that is written later is ever seen.
 */
public interface Deletions {
  /** Enters a life of a namespace that was deleted; may be repeated. */
  CompletionStage<WriteOutcome> begin(NamespaceLife life);

  /** All deletions that have begun and not ended, in the order of the names. */
  CompletionStage<List<Deletion>> deletions();

  /** Notes that nothing is left of a namespace in a unit of its data; may be repeated. */
  CompletionStage<WriteOutcome> done(NamespaceLife life, int unit);

  /** Forgets a deletion for good, when nothing is left of the namespace. */
  CompletionStage<WriteOutcome> end(NamespaceLife life);

  /**
   * A deletion that has not ended.
   *
   * @param done the units of which nothing is left
   */
  record Deletion(NamespaceLife life, Set<Integer> done) {}
}
