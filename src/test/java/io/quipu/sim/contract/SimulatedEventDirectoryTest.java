package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedEventDirectory;
import io.quipu.store.EventDirectory;
import io.quipu.store.contract.EventDirectoryContract;
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
