package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The names of all counters. The name of a counter on pages is exported after its first step on a
 * page. The name of any other counter is entered before its first event is acknowledged.
 */
public interface CounterNames {
  /**
   * Enters counters; may be repeated.
   *
   * @param part the part of the page that has these counters, or that would have them; a counter
   *     with shards may be entered in several parts
   */
  CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters);

  /**
   * The first names of a namespace in a range, at most {@code limit}, in the order of their UTF-8
   * bytes. A name in several parts is listed once.
   */
  CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit);

  /** The number of parts over which the names of a namespace are spread. */
  int parts();

  /** As {@link #list(String, NameRange, int)}, but only the names of one part, from 0. */
  CompletionStage<List<CounterName>> list(int part, String namespace, NameRange range, int limit);
}
