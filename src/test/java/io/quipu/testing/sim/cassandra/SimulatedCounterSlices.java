package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.state.ListedCounter;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowRun;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.cassandra.SimulatedPageStore.Page;
import io.quipu.testing.sim.cassandra.SimulatedPageStore.Place;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Slices of the states on pages over the simulated replicas. */
public class SimulatedCounterSlices implements CounterSlices {
  private final Driver driver;

  public SimulatedCounterSlices(Driver driver) {
    this.driver = driver;
  }

  @Override
  public CompletionStage<List<ListedCounter>> totals(
      int page, String namespace, NameRange names, int most) {
    return states(page, namespace, names, most)
        .thenApply(
            found ->
                found.stream()
                    .map(one -> new ListedCounter(one.counter(), one.state().total()))
                    .toList());
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, String namespace, NameRange names, int most) {
    return driver
        .read(new Slice(new Page(page), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows ->
                rows.entrySet().stream()
                    .filter(row -> isIn((Place) row.getKey(), namespace, names))
                    .map(SimulatedCounterSlices::state)
                    .sorted(Comparator.comparing(NamedState::counter, Utf8Order::compare))
                    .limit(most)
                    .toList());
  }

  private static boolean isIn(Place place, String namespace, NameRange names) {
    return place.kind().equals("row")
        && place.namespace().equals(namespace)
        && names.contains(place.name());
  }

  private static NamedState state(Map.Entry<Comparable<?>, Object> row) {
    return new NamedState(((Place) row.getKey()).name(), (CounterState) row.getValue());
  }

  @Override
  public CompletionStage<Void> closed(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      ClosedSink sink) {
    throw new UnsupportedOperationException("rankings are not simulated");
  }

  @Override
  public CompletionStage<Void> supplements(
      WindowPartition partition,
      String namespace,
      Collection<String> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    throw new UnsupportedOperationException("rankings are not simulated");
  }
}
