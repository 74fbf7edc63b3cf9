package io.quipu.engine.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** The namespaces that ask for metrics of their counts. */
public interface MetricNamespaces {
  /**
   * The names of namespaces with the setting {@code metrics}, in any order, at most {@code limit}.
   * What is found may be deleted. Fails with the store unavailable.
   */
  CompletionStage<List<String>> names(int limit);
}
