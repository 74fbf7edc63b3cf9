package io.quipu.engine.store;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Reads the settled counters of namespaces on a page. Each counter has the state after one of its
 * steps, and the state includes every step that a quorum had before the question. The counters
 * together are not one state of the page.
 */
public interface CounterSlices {
  /**
   * The first counters on a page with their settled tallies, at most {@code most}. They are in the
   * order of the UTF-8 bytes of their stored namespaces, then of their names. Fewer counters mean
   * that the page has no more.
   *
   * @param namespaces the stored names of namespaces
   * @param names the range of names, the same in each namespace
   */
  CompletionStage<List<NamedTally>> totals(
      int page, List<String> namespaces, NameRange names, int most);

  /** The first counters, as {@link #totals}, with their states, which lack the pending ids. */
  CompletionStage<List<NamedState>> states(
      int page, List<String> namespaces, NameRange names, int most);

  /**
   * Hands the closed windows of some counters to {@code sink}, in any order: those of a run that
   * lie in one partition.
   */
  CompletionStage<Void> closed(
      WindowPartition partition, Collection<CounterName> counters, WindowRun run, ClosedSink sink);

  /**
   * Hands the supplements of some counters to {@code sink}, in any order: those of windows of a run
   * that lie in one partition, see {@link ClosedWindows}.
   */
  CompletionStage<Void> supplements(
      WindowPartition partition,
      Collection<CounterName> counters,
      WindowRun run,
      NamedSupplementSink sink);

  /** Receives closed windows. */
  @FunctionalInterface
  interface ClosedSink {
    void closed(CounterName counter, Window window, Tally tally);
  }

  /** Receives supplements of windows. */
  @FunctionalInterface
  interface NamedSupplementSink {
    /**
     * @param step the end of the step that decided the supplement
     */
    void supplement(CounterName counter, Window window, EventTime step, Tally tally);
  }

  /** The settled tally of a counter. */
  record NamedTally(CounterName counter, Tally tally) {}

  /** The state of a counter. */
  record NamedState(CounterName counter, CounterState state) {}
}
