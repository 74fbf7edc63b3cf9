package io.quipu.sim.linear;

import io.quipu.kinds.linear.LinearStore;
import java.util.UUID;

/**
 * What the counters of one process are given: as it stands, nothing but the simulated store; a
 * seeded fault spoils it. A new one for each process, as some faults keep a state.
 */
class LinearProtocol {
  /**
   * @param writer under which the process counts
   */
  LinearStore store(LinearStore store, UUID writer) {
    return store;
  }
}
