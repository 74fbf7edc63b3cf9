package io.quipu.testing.sim.contract;

import io.quipu.engine.store.ClosedWindows;
import io.quipu.engine.store.contract.ClosedWindowsContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedClosedWindows;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedClosedWindowsTest extends ClosedWindowsContract {
  private final CalmCluster cluster;

  SimulatedClosedWindowsTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected ClosedWindows windows() {
    return new SimulatedClosedWindows(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
