package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.store.contract.WriterRegistryContract;
import io.quipu.writer.WriterRegistry;
import java.util.concurrent.CompletionStage;

class SimulatedWriterRegistryTest extends WriterRegistryContract {
  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
  }

  @Override
  protected WriterRegistry emptyRegistry() {
    return new SimulatedWriterRegistry(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
