package io.quipu.testing.sim.contract;

import io.quipu.engine.kinds.latest.StandingValues;
import io.quipu.engine.kinds.latest.StandingValuesContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedStandingValues;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedStandingValuesTest extends StandingValuesContract {
  private final CalmCluster cluster;

  SimulatedStandingValuesTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected StandingValues values() {
    return new SimulatedStandingValues(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
