package io.quipu.engine.store;

import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.NameRange;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The names of all counters that were ever settled. A name is exported after the first step of its
 * counter on a page.
 */
public interface CounterNames {
  /**
   * Enters counters; may be repeated.
   *
   * @param part the part of the page that has these counters; a counter with shards may be entered
   *     in several parts
   */
  CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters);

  /**
   * The first names of a namespace in a range, at most {@code limit}, in the order of their UTF-8
   * bytes. A name in several parts is listed once.
   */
  CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit);
}
