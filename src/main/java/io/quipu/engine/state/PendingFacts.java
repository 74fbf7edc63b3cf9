package io.quipu.engine.state;

import io.quipu.engine.windows.Window;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The facts that a step decided about a counter. Facts never change. After the step, they are
 * exported to tables of their own.
 *
 * @param isNew whether the step is the first that changed the counter; then the name is a fact, too
 * @param ids the ids that the step counted, in event order
 * @param closed the windows that ended by the end of the step, with their final tallies
 * @param supplements what events of other minutes add to windows that the state keeps no longer
 */
public record PendingFacts(
    boolean isNew, List<CountedId> ids, Map<Window, Tally> closed, Map<Window, Tally> supplements) {
  public static final PendingFacts NONE = new PendingFacts(false, List.of(), Map.of());

  /** Facts without supplements. */
  public PendingFacts(boolean isNew, List<CountedId> ids, Map<Window, Tally> closed) {
    this(isNew, ids, closed, Map.of());
  }

  public PendingFacts {
    ids = List.copyOf(ids);
    closed = Collections.unmodifiableMap(new TreeMap<>(closed));
    supplements =
        supplements.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(supplements));
  }
}
