package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedCounterDirectory;
import io.quipu.store.CounterDirectory;
import io.quipu.store.contract.CounterDirectoryContract;
import java.util.concurrent.CompletionStage;

class SimulatedCounterDirectoryTest extends CounterDirectoryContract {
  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
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
