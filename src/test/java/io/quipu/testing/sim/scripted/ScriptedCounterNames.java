package io.quipu.testing.sim.scripted;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.names.TestLayout;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The names of settled counters as simulated, with scripted answers. */
public final class ScriptedCounterNames implements CounterNames {
  /** What may be asked of it. */
  public enum Call {
    ENTER,
    LIST
  }

  /** What is entered is about a part. */
  public final Script<Call> script = new Script<>();

  private final CalmCluster cluster = CalmCluster.of(1);
  private final CounterNames store =
      new SimulatedCounterNames(cluster.driver(), TestLayout.SMALL.parts());
  private final List<CounterName> entered = new ArrayList<>();

  /** What was entered, as often as it was. */
  public List<CounterName> entered() {
    return entered;
  }

  @Override
  public CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters) {
    List<CounterName> sent = List.copyOf(counters);
    return script.write(
        Call.ENTER,
        part,
        () -> {
          cluster.write(store.enter(part, sent));
          entered.addAll(sent);
        });
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
    return script.read(Call.LIST, () -> cluster.await(store.list(namespace, range, limit)));
  }

  @Override
  public int parts() {
    return store.parts();
  }

  @Override
  public CompletionStage<List<CounterName>> list(
      int part, String namespace, NameRange range, int limit) {
    return script.read(Call.LIST, () -> cluster.await(store.list(part, namespace, range, limit)));
  }
}
