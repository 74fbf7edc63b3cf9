package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedEventStoreOneDownTest extends SimulatedEventStoreTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
