package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedEventLog;
import io.quipu.store.EventLog;
import io.quipu.store.contract.EventLogContract;
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
