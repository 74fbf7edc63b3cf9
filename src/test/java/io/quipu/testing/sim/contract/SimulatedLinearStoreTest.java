package io.quipu.testing.sim.contract;

import io.quipu.engine.kinds.linear.LinearStore;
import io.quipu.engine.kinds.linear.LinearStoreContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedLinearStore;
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
