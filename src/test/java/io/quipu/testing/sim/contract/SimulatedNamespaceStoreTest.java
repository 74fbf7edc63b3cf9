package io.quipu.testing.sim.contract;

import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.contract.NamespaceStoreContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedNamespaceStore;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedNamespaceStoreTest extends NamespaceStoreContract {
  private final CalmCluster cluster;

  SimulatedNamespaceStoreTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected NamespaceStore namespaces() {
    return new SimulatedNamespaceStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
