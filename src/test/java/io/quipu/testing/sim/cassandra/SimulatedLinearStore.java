package io.quipu.testing.sim.cassandra;

import io.quipu.engine.kind.Eraser;
import io.quipu.engine.kinds.linear.LinearState;
import io.quipu.engine.kinds.linear.LinearStep;
import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.RememberedEvent;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.ClosedWindows.Closed;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.Extent;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.quipu.engine.windows.Window;
import io.quipu.engine.windows.WindowPartition;
import io.quipu.engine.windows.WindowPartition.Table;
import io.quipu.testing.sim.cassandra.Driver.Level;
import io.quipu.testing.sim.cassandra.Driver.ReadRepair;
import io.quipu.testing.sim.cassandra.PlainRead.Slice;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows.Place;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/** Linear counters over simulated lightweight transactions. */
public final class SimulatedLinearStore implements LinearStore {
  private static final int AT_ONCE = 4;
  private static final CellKey STATE = new CellKey("0", "state");

  private final Driver driver;

  public SimulatedLinearStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a counter. */
  private record Key(CounterName counter) {}

  /** Where an id is remembered: in one of two parts, by turns. */
  private static CellKey place(long period, String id) {
    return new CellKey(part(period) + id, "remembered");
  }

  private static String part(long period) {
    return (1 + period % 2) + " ";
  }

  @Override
  public CompletionStage<LinearState> read(CounterName counter) {
    return state(counter, Level.QUORUM);
  }

  @Override
  public CompletionStage<LinearState> readSerial(CounterName counter) {
    return state(counter, Level.SERIAL);
  }

  /** A read repairs only what it read: that of the state says nothing about ids. */
  private CompletionStage<LinearState> state(CounterName counter, Level level) {
    return driver
        .read(
            new Slice(new Key(counter), STATE, new CellKey("1", ""), 1), level, ReadRepair.BLOCKING)
        .thenApply(SimulatedLinearStore::state);
  }

  private static LinearState state(SortedMap<Comparable<?>, Object> cells) {
    return (LinearState) cells.getOrDefault(STATE, LinearState.NONE);
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids) {
    return remembered(counter, ids, Level.QUORUM);
  }

  @Override
  public CompletionStage<Map<String, RememberedEvent>> rememberedSerial(
      CounterName counter, Collection<String> ids) {
    return remembered(counter, ids, Level.SERIAL);
  }

  private CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids, Level level) {
    SortedSet<CellKey> places = new TreeSet<>();
    for (String id : ids) {
      places.add(place(0, id));
      places.add(place(1, id));
    }
    return driver
        .read(Slice.only(new Key(counter), places), level, ReadRepair.NONE)
        .thenApply(SimulatedLinearStore::remembered);
  }

  private static Map<String, RememberedEvent> remembered(SortedMap<Comparable<?>, Object> cells) {
    Map<String, RememberedEvent> all = new HashMap<>();
    for (Object cell : cells.values()) {
      if (cell instanceof RememberedEvent one) {
        all.put(one.id(), one);
      }
    }
    return all;
  }

  @Override
  public CompletionStage<WriteOutcome> name(CounterName counter) {
    return names(driver).enter(0, List.of(counter));
  }

  /** The names that are entered here: all in one part. */
  public static CounterNames names(Driver driver) {
    return new SimulatedCounterNames(driver, 1);
  }

  @Override
  public CompletionStage<WriteOutcome> export(CounterName counter, Map<Window, Tally> closed) {
    ClosedWindows windows = new SimulatedClosedWindows(driver);
    return BoundedConcurrency.map(
            closed.size() + 1,
            List.copyOf(closed.entrySet()),
            one ->
                windows.write(
                    Table.CLOSED.of(0, one.getKey()),
                    List.of(new Closed(counter, one.getKey(), one.getValue()))))
        .thenApply(outcomes -> outcomes.stream().reduce(WriteOutcome.WRITTEN, WriteOutcome::and));
  }

  @Override
  public CompletionStage<Map<Window, Tally>> exported(
      CounterName counter, Window first, Window last) {
    return new SimulatedClosedWindows(driver).read(0, counter, first, last);
  }

  @Override
  public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
    return driver.conditionalRows(
        new Key(counter),
        () -> counter.name() + " from " + step.before().count() + " to " + step.next().count(),
        now ->
            state(now).version() == step.before().version()
                ? Optional.of(changed(now, step))
                : Optional.empty());
  }

  private static Map<CellKey, Object> changed(
      SortedMap<Comparable<?>, Object> now, LinearStep step) {
    Map<CellKey, Object> changed = new HashMap<>();
    changed.put(STATE, step.next());
    step.remembered().forEach(one -> changed.put(place(step.period(), one.id()), one));
    if (step.endsPeriod()) {
      String other = part(step.period() + 1);
      for (Comparable<?> cell : now.keySet()) {
        if (((CellKey) cell).row().startsWith(other)) {
          changed.put((CellKey) cell, null);
        }
      }
    }
    return changed;
  }

  /** All that is remembered of a counter: what was decided, whoever has it. */
  public static Map<String, RememberedEvent> decided(Cluster cluster, CounterName counter) {
    return remembered(cluster.paxosRows(new Key(counter)).decided());
  }

  /** The state that was decided last. */
  public static LinearState decidedState(Cluster cluster, CounterName counter) {
    return state(cluster.paxosRows(new Key(counter)).decided());
  }

  @Override
  public CompletionStage<Void> states(Extent extent, BiConsumer<Integer, LinearState> sink) {
    return BoundedConcurrency.forEach(
        AT_ONCE,
        counters(extent),
        counter -> read(counter).thenAccept(state -> sink.accept(0, state)));
  }

  private List<CounterName> counters(Extent extent) {
    List<String> names = extent.names();
    return names == null
        ? driver.keys(Key.class).stream()
            .map(Key::counter)
            .filter(one -> one.stored().equals(extent.stored()))
            .sorted()
            .toList()
        : names.stream().map(name -> CounterName.ofStored(extent.stored(), name)).toList();
  }

  @Override
  public CompletionStage<WriteOutcome> eraseWindows(WindowPartition partition, Extent extent) {
    return new SimulatedErasure(driver, 1).windows(partition, extent);
  }

  @Override
  public CompletionStage<Void> erase(Extent extent) {
    return BoundedConcurrency.forEach(
        AT_ONCE,
        counters(extent),
        counter ->
            driver
                .write(Mutation.deletePartition(new Key(counter), SimulatedErasure.FOREVER))
                .thenAccept(outcome -> outcome.require(Eraser.FAILED)));
  }

  /** The windows and the state that are left of a counter on all replicas together. */
  public static List<String> left(Cluster cluster, CounterName counter) {
    List<String> left = new ArrayList<>();
    for (Place place : cluster.keys(Place.class)) {
      cluster.merged(place).live().keySet().stream()
          .filter(row -> counter.equals(((OfCounter) row).ofCounter()))
          .forEach(row -> left.add(place + " has " + row));
    }
    cluster
        .merged(new Key(counter))
        .live()
        .forEach((cell, value) -> left.add(cell + " has " + value));
    return left;
  }
}
