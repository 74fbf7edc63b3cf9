package io.quipu.testing.sim.sketch;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault of purges is caught, and the same run without it passes. */
@Thorough
@ExtendWith(DefectLog.class)
class PurgedSketchFaultsTest {
  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(PurgedSketchFault fault) {
    PurgedSketchSimulation.SEEDS.find(fault.title(), fault.protocol());
  }
}
