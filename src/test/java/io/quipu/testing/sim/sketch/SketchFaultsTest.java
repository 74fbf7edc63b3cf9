package io.quipu.testing.sim.sketch;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault is caught, and the same run without it passes. */
@Thorough
@ExtendWith(DefectLog.class)
class SketchFaultsTest {
  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(SketchFault fault) {
    SketchSimulation.SEEDS.find(fault.title(), fault.protocol());
  }
}
