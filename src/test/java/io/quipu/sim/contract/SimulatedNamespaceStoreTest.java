package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedNamespaceStore;
import io.quipu.store.NamespaceStore;
import io.quipu.store.contract.NamespaceStoreContract;
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
