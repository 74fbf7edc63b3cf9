package io.quipu.engine.store;

import io.quipu.engine.model.CounterState;
import io.quipu.engine.model.NameRange;
import io.quipu.engine.model.Tally;
import io.quipu.engine.model.Window;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The settled counters of a namespace on a page, in the order of the UTF-8 of their names: for
 * those who want all of them. Each by itself is as some step has left it, and no step that a quorum
 * had before the question is missed; together they are no state of the page.
 */
public interface CounterSlices {
  /**
   * The first counters in a range of names with all that is settled of each, at most {@code most}:
   * if they are fewer, there are no more.
   */
  CompletionStage<List<Settled>> totals(int page, String namespace, NameRange names, int most);

  /** The counters with their states, which lack their pending ids. */
  CompletionStage<List<NamedState>> states(int page, String namespace, NameRange names, int most);

  /** The tallies of some counters in a closed window; counters without one are absent. */
  CompletionStage<Map<String, Tally>> closed(
      int page, String namespace, Collection<String> counters, Window window);

  /** The settled tally of a counter. */
  record Settled(String counter, Tally tally) {}

  /** The state of a counter. */
  record NamedState(String counter, CounterState state) {}
}
