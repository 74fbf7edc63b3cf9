package io.quipu.engine.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The facts that a step decided about a counter. Facts never change, and are exported to tables of
 * their own after the step.
 *
 * @param isNew whether the counter was settled for the first time: the name is a fact then
 * @param ids the ids that were counted, in event order
 * @param closed the windows that will never change again
 */
public record PendingFacts(boolean isNew, List<CountedId> ids, Map<Window, Tally> closed) {
  public static final PendingFacts NONE = new PendingFacts(false, List.of(), Map.of());

  public PendingFacts {
    ids = List.copyOf(ids);
    closed = Collections.unmodifiableMap(new TreeMap<>(closed));
  }
}
