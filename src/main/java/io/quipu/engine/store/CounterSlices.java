package io.quipu.engine.store;

import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads the settled counters of a namespace on a page, in the order of the UTF-8 bytes of their
 * names. Each counter has the state after one of its steps, and the state includes every step that
 * a quorum had before the question. The counters together are not one state of the page.
 */
public interface CounterSlices {
  /**
   * The first counters in a range of names with their settled tallies, at most {@code most}. Fewer
   * counters mean that the range has no more.
   */
  CompletionStage<List<ListedCounter>> totals(
      int page, String namespace, NameRange names, int most);

  /** The first counters, at most {@code most}, with their states, which lack the pending ids. */
  CompletionStage<List<NamedState>> states(int page, String namespace, NameRange names, int most);

  /**
   * Hands the closed windows of some counters to {@code sink}, in any order: those of a run that
   * lie in one partition.
   */
  CompletionStage<Void> closed(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      ClosedSink sink);

  /**
   * Hands the supplements of some counters to {@code sink}, in any order: those of windows of a run
   * that lie in one partition, see {@link ClosedWindows}.
   */
  CompletionStage<Void> supplements(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      NamedSupplementSink sink);

  /** Receives closed windows. */
  @FunctionalInterface
  interface ClosedSink {
    void closed(String counter, Window window, Tally tally);
  }

  /** Receives supplements of windows. */
  @FunctionalInterface
  interface NamedSupplementSink {
    /**
     * @param step the end of the step that decided the supplement
     */
    void supplement(String counter, Window window, EventTime step, Tally tally);
  }

  /** The state of a counter. */
  record NamedState(String counter, CounterState state) {}
}
