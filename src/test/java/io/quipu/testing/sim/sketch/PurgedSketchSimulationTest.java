package io.quipu.testing.sim.sketch;

import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seeds of sketches that are reset, the same ones each time. */
@ExtendWith(DefectLog.class)
class PurgedSketchSimulationTest {
  @Test
  void nothingThatWasAcknowledgedIsInALifeThatIsOver_andNothingOfItIsLeft() {
    PurgedSketchSimulation.SEEDS.pass();
  }

  @Test
  void losesAndDoublesNothing_whenNothingElseHappens() {
    PurgedSketchSimulation.SEEDS.passWithoutFaults();
  }
}
