package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedCounterDirectoryOneDownTest extends SimulatedCounterDirectoryTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
