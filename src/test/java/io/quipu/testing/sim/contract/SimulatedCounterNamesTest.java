package io.quipu.testing.sim.contract;

import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.contract.CounterNamesContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedCounterNames;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedCounterNamesTest extends CounterNamesContract {
  private final CalmCluster cluster;

  SimulatedCounterNamesTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected CounterNames names() {
    return new SimulatedCounterNames(cluster.driver(), PARTS);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
