package io.quipu.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedDirtyCounters;
import io.quipu.sim.cassandra.SimulatedEventStore;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import io.quipu.store.contract.DirtyCountersContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedDirtyCountersTest extends DirtyCountersContract {
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private final CalmCluster cluster;

  SimulatedDirtyCountersTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected DirtyCounters dirtyCounters() {
    return new SimulatedDirtyCounters(cluster.driver(), EVERY_SLOT);
  }

  @Override
  protected void mark(long minute, CounterName counter) {
    EventStore events = new SimulatedEventStore(cluster.driver());
    assertThat(await(events.announce(new Partition(counter, minute, 0))))
        .isEqualTo(WriteOutcome.WRITTEN);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
