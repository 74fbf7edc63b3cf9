package io.quipu.engine.kind;

import io.quipu.engine.model.KnownCounter;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads counters of some kinds. Fails with the store unavailable, and only so. Confined to one
 * context.
 */
public interface Reader {
  /** An answer that sees every event acknowledged before this call. */
  CompletionStage<Answer> read(KnownCounter counter);

  /**
   * An answer with the options that a caller wants.
   *
   * @param options that the kind of the counter has understood
   */
  default CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    throw new IllegalStateException(counter.name() + " has no options");
  }

  /** The answers of several counters, in their order. */
  CompletionStage<List<Answer>> readAll(List<KnownCounter> counters);
}
