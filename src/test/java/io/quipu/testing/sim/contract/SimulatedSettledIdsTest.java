package io.quipu.testing.sim.contract;

import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.contract.SettledIdsContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedSettledIds;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedSettledIdsTest extends SettledIdsContract {
  private final CalmCluster cluster;

  SimulatedSettledIdsTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected SettledIds ids() {
    return new SimulatedSettledIds(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
