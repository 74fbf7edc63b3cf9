package io.quipu.testing.sim.sketch;

import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Seeds that run with every build, the same ones each time; {@code LongSimulationTest} has more.
 */
@ExtendWith(DefectLog.class)
class SketchSimulationTest {
  @Test
  void losesAndDoublesNothing_whateverHappens() {
    SketchSimulation.SEEDS.pass();
  }

  @Test
  void losesAndDoublesNothing_whenNothingHappens() {
    SketchSimulation.SEEDS.passWithoutFaults();
  }

  @Test
  void replaysIdentically() {
    SketchSimulation.SEEDS.replayIdentically();
  }
}
