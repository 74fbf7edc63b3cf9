package io.quipu.testing.sim.linear;

import io.quipu.testing.sim.DefectLog;
import io.quipu.testing.sim.KindSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seeds that run with every build: the same ones each time, and others never tried before. */
@ExtendWith(DefectLog.class)
class LinearSimulationTest {
  static final KindSeeds SEEDS =
      new KindSeeds("linear counters", LinearSimulation::run, 50, 100, 10, 5);

  @Test
  void isLinearizable_whateverHappens() {
    SEEDS.pass();
  }

  @Test
  void isLinearizable_withSeedsNeverTriedBefore() {
    SEEDS.passFresh();
  }

  @Test
  void isLinearizable_whenNothingHappens() {
    SEEDS.passWithoutFaults();
  }

  @Test
  void replaysIdentically() {
    SEEDS.replayIdentically();
  }
}
