package io.quipu.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.store.contract.WriteTimestampContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedWriteTimestampTest extends WriteTimestampContract {
  private final CalmCluster cluster;
  private final SimulatedEventStore store;

  SimulatedWriteTimestampTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
    store = new SimulatedEventStore(cluster.driver());
  }

  @Override
  protected EventStore events() {
    return store;
  }

  @Override
  protected void write(Partition partition, EventRow row, long timestamp) {
    assertThat(await(store.append(partition, List.of(row), timestamp)))
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected void name(Partition partition, long timestamp) {
    assertThat(await(store.name(partition, timestamp))).isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
