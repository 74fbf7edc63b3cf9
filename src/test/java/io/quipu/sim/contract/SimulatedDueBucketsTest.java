package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedDueBuckets;
import io.quipu.store.DirtyCounters;
import io.quipu.store.DueBuckets;
import io.quipu.store.contract.DueBucketsContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

class SimulatedDueBucketsTest extends DueBucketsContract {
  private static final List<Integer> EVERY_SLOT =
      IntStream.range(0, DirtyCounters.SLOTS).boxed().toList();

  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
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
