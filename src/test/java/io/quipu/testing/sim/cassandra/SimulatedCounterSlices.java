package io.quipu.testing.sim.cassandra;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.state.CounterState;
import io.quipu.engine.store.CounterSlices;
import io.quipu.engine.store.CounterSlices.NamedState;
import io.quipu.engine.store.CounterSlices.NamedTally;
import io.quipu.engine.time.BoundedConcurrency;
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

/** Slices of the states on pages, and of closed windows, over the simulated replicas. */
public class SimulatedCounterSlices implements CounterSlices {
  private static final Comparator<NamedState> ORDER =
      Comparator.<NamedState, String>comparing(one -> one.counter().stored(), Utf8Order::compare)
          .thenComparing(one -> one.counter().key(), Utf8Order::compare);

  private final Driver driver;
  private final SimulatedClosedWindows windows;

  public SimulatedCounterSlices(Driver driver) {
    this.driver = driver;
    this.windows = new SimulatedClosedWindows(driver);
  }

  @Override
  public CompletionStage<List<NamedTally>> totals(
      int page, List<String> namespaces, NameRange names, int most) {
    return states(page, namespaces, names, most)
        .thenApply(
            found ->
                found.stream()
                    .map(one -> new NamedTally(one.counter(), one.state().total()))
                    .toList());
  }

  @Override
  public CompletionStage<List<NamedState>> states(
      int page, List<String> namespaces, NameRange names, int most) {
    return driver
        .read(new Slice(new Page(page), null, null, Integer.MAX_VALUE))
        .thenApply(
            rows ->
                rows.entrySet().stream()
                    .filter(row -> isIn((Place) row.getKey(), namespaces, names))
                    .map(SimulatedCounterSlices::state)
                    .sorted(ORDER)
                    .limit(most)
                    .toList());
  }

  private static boolean isIn(Place place, List<String> namespaces, NameRange names) {
    return place.kind().equals("row")
        && namespaces.contains(place.namespace())
        && names.contains(place.name());
  }

  private static NamedState state(Map.Entry<Comparable<?>, Object> row) {
    return new NamedState(((Place) row.getKey()).ofCounter(), (CounterState) row.getValue());
  }

  @Override
  public CompletionStage<Void> closed(
      WindowPartition partition, Collection<CounterName> counters, WindowRun run, ClosedSink sink) {
    return BoundedConcurrency.forEach(
        1,
        counters,
        counter ->
            windows.read(
                partition, counter, run, one -> sink.closed(counter, one.window(), one.tally())));
  }

  @Override
  public CompletionStage<Void> supplements(
      WindowPartition partition,
      Collection<CounterName> counters,
      WindowRun run,
      NamedSupplementSink sink) {
    return BoundedConcurrency.forEach(
        1,
        counters,
        counter ->
            windows.readSupplements(
                partition,
                counter,
                run,
                one -> sink.supplement(counter, one.window(), one.step(), one.tally())));
  }
}
