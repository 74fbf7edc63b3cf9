package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.NameRange;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of all counters that were ever settled, exported after the first step of each. */
public interface CounterNames {
  /**
   * Enters counters; may be repeated.
   *
   * @param part the part of their page; a counter with shards may be in several parts
   */
  CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters);

  /**
   * The first names of a namespace in a range, in the order of their UTF-8 bytes, each once, at
   * most {@code limit}.
   */
  CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit);
}
