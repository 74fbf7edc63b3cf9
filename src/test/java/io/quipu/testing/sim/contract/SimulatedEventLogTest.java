package io.quipu.testing.sim.contract;

import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.contract.EventLogContract;
import io.quipu.testing.sim.cassandra.CalmCluster;
import io.quipu.testing.sim.cassandra.SimulatedEventLog;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedEventLogTest extends EventLogContract {
  private final CalmCluster cluster;

  SimulatedEventLogTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected EventLog events() {
    return new SimulatedEventLog(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
