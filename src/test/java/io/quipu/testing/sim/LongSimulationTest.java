package io.quipu.testing.sim;

import io.quipu.testing.dev.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** More seeds than {@link SimulationTest} has time for, the same ones each time. */
@Thorough
@ExtendWith(DefectLog.class)
class LongSimulationTest {
  private static final int SEEDS = 2_000;
  private static final int FAULT_FREE_SEEDS = 200;

  @Test
  void countsExactly_whateverHappens() {
    Seeds.pass(1, SEEDS);
  }

  /** Bugs need no faults. */
  @Test
  void countsExactly_whenNothingHappens() {
    Seeds.passWithoutFaults(1, FAULT_FREE_SEEDS);
  }
}
