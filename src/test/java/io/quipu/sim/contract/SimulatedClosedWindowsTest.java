package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedClosedWindows;
import io.quipu.store.ClosedWindows;
import io.quipu.store.contract.ClosedWindowsContract;
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
