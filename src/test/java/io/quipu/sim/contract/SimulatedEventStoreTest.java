package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.EventStore;
import io.quipu.store.contract.EventStoreContract;
import java.util.concurrent.CompletionStage;

class SimulatedEventStoreTest extends EventStoreContract {
  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
  }

  @Override
  protected EventStore events() {
    return new SimulatedEventStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
