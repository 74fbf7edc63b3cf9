package io.quipu.testing.sim.contract;

import io.quipu.engine.store.contract.WriterRegistryContract;
import io.quipu.engine.writer.WriterRegistry;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedWriterRegistry;
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
