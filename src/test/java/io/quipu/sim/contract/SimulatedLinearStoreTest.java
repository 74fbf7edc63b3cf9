package io.quipu.sim.contract;

import io.quipu.kinds.linear.LinearStore;
import io.quipu.kinds.linear.LinearStoreContract;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedLinearStore;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedLinearStoreTest extends LinearStoreContract {
  private final CalmCluster cluster;

  SimulatedLinearStoreTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected LinearStore linear() {
    return new SimulatedLinearStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
