package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedCheckpointStore;
import io.quipu.store.CheckpointStore;
import io.quipu.store.contract.CheckpointStoreContract;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedCheckpointStoreTest extends CheckpointStoreContract {
  private final CalmCluster cluster;

  SimulatedCheckpointStoreTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected CheckpointStore checkpoints() {
    return new SimulatedCheckpointStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
