package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedSettledIds;
import io.quipu.store.SettledIds;
import io.quipu.store.contract.SettledIdsContract;
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
