package io.quipu.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.store.contract.WriteTimestampContract;
import java.util.List;
import java.util.concurrent.CompletionStage;

class SimulatedWriteTimestampTest extends WriteTimestampContract {
  private final CalmCluster cluster = cluster();
  private final SimulatedEventStore store = new SimulatedEventStore(cluster.driver());

  CalmCluster cluster() {
    return CalmCluster.of(1);
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
