package io.quipu.testing.sim.contract;

import io.quipu.engine.store.PageStore;
import io.quipu.engine.store.contract.PageStoreContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedPageStore;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedPageStoreTest extends PageStoreContract {
  private final CalmCluster cluster;

  SimulatedPageStoreTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected PageStore pages() {
    return new SimulatedPageStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
