package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.IdBounds;
import io.quipu.engine.state.PageHeader;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.PageStore;
import io.quipu.engine.windows.EventTime;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedCounterSlices;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pages as simulated, with scripted answers. */
public final class ScriptedPageStore implements PageStore {
  /** What may be asked of it. */
  public enum Call {
    READ,
    READ_SERIAL,
    LAST_STEP,
    ADVANCE
  }

  /** What is asked is about a page. */
  public final Script<Call> script = new Script<>();

  private final CalmCluster cluster = CalmCluster.of(1);
  private final PageStore store = new SimulatedPageStore(cluster.driver());

  /** The states, in the order of names. */
  public CounterSlices slices() {
    return new SimulatedCounterSlices(cluster.driver()) {
      @Override
      public CompletionStage<List<NamedState>> states(
          int page, List<String> namespaces, NameRange names, int most) {
        return CompletableFuture.completedStage(
            cluster.await(super.states(page, namespaces, names, most)));
      }
    };
  }

  /** The stored header of a page. */
  public PageHeader header(int page) {
    return cluster.await(store.lastStep(page)).header();
  }

  /** What is stored of a counter. */
  public CounterState stored(int page, CounterName counter) {
    return cluster.await(store.readSerial(page, List.of(counter))).of(counter);
  }

  /** The counters that the last step of a page changed. */
  public List<CounterName> changed(int page) {
    return cluster.await(store.lastStep(page)).changed();
  }

  /** Takes a step as another settler would; whether it was the next. */
  public boolean advanced(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    return cluster.isApplied(store.advance(page, expected, next, changed));
  }

  /**
   * Takes the next step as another settler would.
   *
   * @return the header after it; it remembers the pending ids of the states
   */
  public PageHeader settled(int page, EventTime until, Map<CounterName, CounterState> changed) {
    PageHeader before = header(page);
    List<CountedId> counted = new ArrayList<>();
    changed.values().forEach(state -> counted.addAll(state.pending().ids()));
    PageHeader next =
        before.next(until, before.ids().counted(before.step() + 1, counted, IdBounds.USUAL));
    if (!advanced(page, before.until(), next, changed)) {
      throw new IllegalStateException("refused: something else is stored");
    }
    return next;
  }

  @Override
  public CompletionStage<PageState> read(int page, Collection<CounterName> counters) {
    List<CounterName> asked = List.copyOf(counters);
    return script.read(Call.READ, page, () -> cluster.await(store.read(page, asked)));
  }

  @Override
  public CompletionStage<PageState> readSerial(int page, Collection<CounterName> counters) {
    List<CounterName> asked = List.copyOf(counters);
    return script.read(Call.READ_SERIAL, page, () -> cluster.await(store.readSerial(page, asked)));
  }

  @Override
  public CompletionStage<LastStep> lastStep(int page) {
    return script.read(Call.LAST_STEP, page, () -> cluster.await(store.lastStep(page)));
  }

  @Override
  public CompletionStage<CasOutcome> advance(
      int page, EventTime expected, PageHeader next, Map<CounterName, CounterState> changed) {
    Map<CounterName, CounterState> sent = Map.copyOf(changed);
    return script.conditional(Call.ADVANCE, page, () -> advanced(page, expected, next, sent));
  }
}
