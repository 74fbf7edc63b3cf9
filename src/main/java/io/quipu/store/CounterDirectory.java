package io.quipu.store;

import io.quipu.counter.CounterName;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of the counters that were ever settled. */
public interface CounterDirectory {
  /** Enters a counter; may be repeated. */
  CompletionStage<WriteOutcome> enter(CounterName counter);

  /**
   * Names of a namespace in the order of their UTF-8 bytes, after {@code after} (exclusive; empty
   * for the first page), at most {@code limit}.
   */
  CompletionStage<List<CounterName>> list(String namespace, String after, int limit);
}
