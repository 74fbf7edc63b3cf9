package io.quipu.testing.sim.linear;

import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Seeds that run with every build, the same ones each time; {@code LongSimulationTest} has more.
 */
@ExtendWith(DefectLog.class)
class LinearSimulationTest {
  @Test
  void isLinearizable_whateverHappens() {
    LinearSimulation.SEEDS.pass();
  }

  @Test
  void settledWindowsStay_whateverIsSwitched() {
    LinearSimulation.TOGGLED.pass();
  }

  @Test
  void idsAndWindowsAreRight_whereClocksAreDaysApart() {
    LinearSimulation.APART_SEEDS.pass();
  }

  @Test
  void isLinearizable_whenNothingHappens() {
    LinearSimulation.SEEDS.passWithoutFaults();
  }

  @Test
  void replaysIdentically() {
    LinearSimulation.SEEDS.replayIdentically();
  }
}
