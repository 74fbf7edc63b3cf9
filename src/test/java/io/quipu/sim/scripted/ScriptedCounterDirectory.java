package io.quipu.sim.scripted;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedCounterDirectory;
import io.quipu.store.CounterDirectory;
import io.quipu.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of settled counters as simulated, with scripted answers. */
public final class ScriptedCounterDirectory implements CounterDirectory {
  /** What may be asked of it. */
  public enum Call {
    ENTER,
    LIST
  }

  public final Script<Call> script = new Script<>();
  private final CalmCluster cluster = CalmCluster.of(1);
  private final CounterDirectory store = new SimulatedCounterDirectory(cluster.driver());
  private final List<CounterName> entered = new ArrayList<>();

  /** What was entered, as often as it was. */
  public List<CounterName> entered() {
    return entered;
  }

  @Override
  public CompletionStage<WriteOutcome> enter(CounterName counter) {
    return script.write(
        Call.ENTER,
        () -> {
          cluster.write(store.enter(counter));
          entered.add(counter);
        });
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, String after, int limit) {
    return script.read(Call.LIST, () -> cluster.await(store.list(namespace, after, limit)));
  }
}
