package io.quipu.testing.sim.fault;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.ClosedSink;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.NamedSupplementSink;
import io.quipu.engine.store.CounterSlices.NamedTally;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.PageStore.PageState;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Faults of rankings. */
final class RankingFaults {
  private RankingFaults() {}

  /** What the last answer about a page was, or this one if there was none. */
  private static <T> T before(Map<Integer, T> answers, int page, T now) {
    T before = answers.put(page, now);
    return before == null ? now : before;
  }

  /** Reads counters as they were when they were last read. */
  record EarlierStates(
      CounterSlices real,
      Map<Integer, List<NamedState>> states,
      Map<Integer, List<NamedTally>> totals) {
    EarlierStates(CounterSlices real) {
      this(real, new HashMap<>(), new HashMap<>());
    }

    public CompletionStage<List<NamedTally>> totals(
        int page, List<String> namespaces, NameRange names, int most) {
      return real.totals(page, namespaces, names, most)
          .thenApply(found -> before(totals, page, found));
    }

    public CompletionStage<List<NamedState>> states(
        int page, List<String> namespaces, NameRange names, int most) {
      return real.states(page, namespaces, names, most)
          .thenApply(found -> before(states, page, found));
    }
  }

  /** Takes the header of a page for one of some seconds later. */
  record LaterHeader(PageStore real) {
    private static final long TICKS = 5 * EventTime.TICKS_PER_SECOND;

    public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
      return real.readSerial(page, counters)
          .thenApply(
              found -> {
                PageHeader header = found.header();
                return header.step() == 0
                    ? found
                    : new PageState(
                        new PageHeader(
                            header.until().plusTicks(TICKS),
                            header.collected(),
                            header.ids(),
                            header.step()),
                        found.counters());
              });
    }
  }

  /** Hands over each closed window that lies in two runs for each of them. */
  record ClosedTwice(CounterSlices real) {
    public CompletionStage<Void> closed(
        WindowPartition partition,
        Collection<CounterName> counters,
        WindowRun run,
        ClosedSink sink) {
      return real.closed(partition, counters, run, sink)
          .thenCompose(
              read ->
                  run.size() == 1
                      ? CompletableFuture.completedStage(null)
                      : real.closed(partition, counters, run, sink));
    }
  }

  /** Finds no supplements. */
  record WithoutSupplements(CounterSlices real) {
    public CompletionStage<Void> supplements(
        WindowPartition partition,
        Collection<CounterName> counters,
        WindowRun run,
        NamedSupplementSink sink) {
      return CompletableFuture.completedStage(null);
    }
  }
}
