package io.quipu.sim.contract;

import io.quipu.sim.cassandra.SimulatedMemberStore;
import io.quipu.store.MemberStore;
import io.quipu.store.contract.MemberStoreContract;
import java.util.concurrent.CompletionStage;

class SimulatedMemberStoreTest extends MemberStoreContract {
  private final CalmCluster cluster = cluster();

  CalmCluster cluster() {
    return CalmCluster.of(1);
  }

  @Override
  protected MemberStore members() {
    return new SimulatedMemberStore(cluster.driver());
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return cluster.await(stage);
  }
}
