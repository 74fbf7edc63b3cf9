package io.quipu.engine.kind;

import io.quipu.engine.model.KnownCounter;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Reads counters of some kinds. Fails only with the store unavailable. Confined to one context. */
public interface Reader {
  /** The answer for a counter. It includes every event that was acknowledged before this call. */
  CompletionStage<Answer> read(KnownCounter counter);

  /**
   * The answer for a counter, with the options of a caller.
   *
   * @param options from {@code Kind.readOptions} of the kind of the counter
   */
  default CompletionStage<Answer> read(KnownCounter counter, ReadOptions options) {
    throw new IllegalStateException(counter.name() + " has no options");
  }

  /** The answers of several counters, in their order. */
  CompletionStage<List<Answer>> readAll(List<KnownCounter> counters);
}
