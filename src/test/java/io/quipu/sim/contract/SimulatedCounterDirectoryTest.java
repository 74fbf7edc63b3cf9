package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedCounterDirectory;
import io.quipu.store.CounterDirectory;
import io.quipu.store.contract.CounterDirectoryContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedCounterDirectoryTest extends CounterDirectoryContract {
  private final CalmCluster cluster;

  SimulatedCounterDirectoryTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected CounterDirectory directory() {
    return new SimulatedCounterDirectory(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
