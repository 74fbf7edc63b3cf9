package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedWriteTimestampOneDownTest extends SimulatedWriteTimestampTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
