package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedMemberStoreOneDownTest extends SimulatedMemberStoreTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
