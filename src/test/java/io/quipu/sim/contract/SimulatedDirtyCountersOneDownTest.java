package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedDirtyCountersOneDownTest extends SimulatedDirtyCountersTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
