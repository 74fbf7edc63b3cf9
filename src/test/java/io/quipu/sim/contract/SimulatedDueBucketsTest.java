package io.quipu.sim.contract;

import io.quipu.sim.cassandra.CalmCluster;
import io.quipu.sim.cassandra.SimulatedDueBuckets;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets;
import io.quipu.store.contract.DueBucketsContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CalmCluster.Nodes.class)
class SimulatedDueBucketsTest extends DueBucketsContract {
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private final CalmCluster cluster;

  SimulatedDueBucketsTest(CalmCluster.Nodes nodes) {
    cluster = CalmCluster.of(nodes, 1);
  }

  @Override
  protected DueBuckets dueBuckets() {
    return new SimulatedDueBuckets(cluster.driver(), EVERY_SLOT);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
