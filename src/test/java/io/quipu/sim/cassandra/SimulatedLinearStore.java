package io.quipu.sim.cassandra;

import io.quipu.counter.CounterName;
import io.quipu.kinds.linear.LinearState;
import io.quipu.kinds.linear.LinearStep;
import io.quipu.kinds.linear.LinearStore;
import io.quipu.kinds.linear.RememberedEvent;
import io.quipu.sim.cassandra.Driver.Level;
import io.quipu.store.CasOutcome;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Linear counters over simulated lightweight transactions. */
public final class SimulatedLinearStore implements LinearStore {
  private final Driver driver;

  public SimulatedLinearStore(Driver driver) {
    this.driver = driver;
  }

  /** The partition of a counter. */
  private record Key(CounterName counter) {}

  /**
   * All of a partition.
   *
   * @param even what is remembered of the periods with even numbers
   */
  private record Partition(
      LinearState state, Map<String, RememberedEvent> even, Map<String, RememberedEvent> odd) {
    private static final Partition NONE = new Partition(LinearState.NONE, Map.of(), Map.of());

    private Partition after(LinearStep step) {
      boolean isEven = step.period() % 2 == 0;
      Map<String, RememberedEvent> own = new HashMap<>(isEven ? even : odd);
      step.remembered().forEach(one -> own.put(one.id(), one));
      Map<String, RememberedEvent> other = step.endsPeriod() ? Map.of() : isEven ? odd : even;
      return new Partition(step.next(), isEven ? own : other, isEven ? other : own);
    }

    private Map<String, RememberedEvent> remembered() {
      Map<String, RememberedEvent> all = new HashMap<>(even);
      all.putAll(odd);
      return all;
    }
  }

  @Override
  public CompletionStage<LinearState> read(CounterName counter) {
    return driver
        .read(new Key(counter), Partition.NONE, Level.QUORUM_WITH_REPAIR)
        .thenApply(Partition::state);
  }

  @Override
  public CompletionStage<LinearState> readSerial(CounterName counter) {
    return driver.read(new Key(counter), Partition.NONE, Level.SERIAL).thenApply(Partition::state);
  }

  /** A read repairs only what it read: that of the state says nothing about ids. */
  @Override
  public CompletionStage<Map<String, RememberedEvent>> remembered(
      CounterName counter, Collection<String> ids) {
    return driver
        .read(new Key(counter), Partition.NONE, Level.QUORUM)
        .thenApply(
            partition -> {
              Map<String, RememberedEvent> found = partition.remembered();
              found.keySet().retainAll(ids);
              return found;
            });
  }

  @Override
  public CompletionStage<CasOutcome> advance(CounterName counter, LinearStep step) {
    return driver.conditional(
        new Key(counter),
        Partition.NONE,
        () -> counter.name() + " from " + step.before().count() + " to " + step.next().count(),
        now ->
            now.state.version() == step.before().version()
                ? Optional.of(now.after(step))
                : Optional.empty());
  }

  /** All that is remembered of a counter: what was decided, whoever has it. */
  public static Map<String, RememberedEvent> decided(Cluster cluster, CounterName counter) {
    return cluster.register(new Key(counter), Partition.NONE).current().remembered();
  }

  /** The state that was decided last. */
  public static LinearState decidedState(Cluster cluster, CounterName counter) {
    return cluster.register(new Key(counter), Partition.NONE).current().state();
  }
}
