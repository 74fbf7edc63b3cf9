package io.quipu.testing.sim.contract;

import io.quipu.engine.store.EventDirectory;
import io.quipu.engine.store.contract.EventDirectoryContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedEventDirectory;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedEventDirectoryTest extends EventDirectoryContract {
  private final CalmCluster cluster;

  SimulatedEventDirectoryTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected EventDirectory directory() {
    return new SimulatedEventDirectory(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
