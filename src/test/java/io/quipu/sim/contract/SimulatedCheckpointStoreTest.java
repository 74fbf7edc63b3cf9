package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedCheckpointStore;
import io.quipu.store.CheckpointStore;
import io.quipu.store.contract.CheckpointStoreContract;
import java.util.concurrent.CompletionStage;

class SimulatedCheckpointStoreTest extends CheckpointStoreContract {
  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
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
