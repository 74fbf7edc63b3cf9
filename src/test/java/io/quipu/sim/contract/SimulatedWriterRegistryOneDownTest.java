package io.quipu.sim.contract;

/** The same while one node after the other is down. */
class SimulatedWriterRegistryOneDownTest extends SimulatedWriterRegistryTest {
  @Override
  CalmCluster cluster() {
    return CalmCluster.withOneDown(1);
  }
}
