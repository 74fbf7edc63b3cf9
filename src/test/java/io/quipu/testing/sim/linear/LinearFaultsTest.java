package io.quipu.testing.sim.linear;

import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault is caught, and the same run without it passes. */
@ExtendWith(DefectLog.class)
class LinearFaultsTest {
  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(LinearFault fault) {
    fault.seeds().find(fault.title(), fault.protocol());
  }
}
