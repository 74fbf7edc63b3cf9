package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of the counters that were ever settled: facts, exported after their first step. */
public interface CounterNames {
  /**
   * Enters counters; may be repeated.
   *
   * @param part of their page; a counter with shards may be in several
   */
  CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters);

  /**
   * Names of a namespace in the order of their UTF-8 bytes, each once, after {@code after}
   * (exclusive; empty for the first page), at most {@code limit}.
   */
  CompletionStage<List<CounterName>> list(String namespace, String after, int limit);
}
