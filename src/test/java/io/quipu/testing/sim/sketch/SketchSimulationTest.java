package io.quipu.testing.sim.sketch;

import io.quipu.testing.sim.DefectLog;
import io.quipu.testing.sim.KindSeeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seeds that run with every build: the same ones each time, and others never tried before. */
@ExtendWith(DefectLog.class)
class SketchSimulationTest {
  static final KindSeeds SEEDS = new KindSeeds("sketches", SketchSimulation::run, 60, 100, -1, 2);

  @Test
  void losesAndDoublesNothing_whateverHappens() {
    SEEDS.pass();
  }

  @Test
  void losesAndDoublesNothing_withSeedsNeverTriedBefore() {
    SEEDS.passFresh();
  }

  @Test
  void losesAndDoublesNothing_whenNothingHappens() {
    SEEDS.passWithoutFaults();
  }

  @Test
  void replaysIdentically() {
    SEEDS.replayIdentically();
  }
}
