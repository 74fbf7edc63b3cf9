package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedWriterRegistry;
import io.quipu.store.contract.WriterRegistryContract;
import io.quipu.writer.WriterRegistry;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedWriterRegistryTest extends WriterRegistryContract {
  private final CalmCluster cluster;

  SimulatedWriterRegistryTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
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
