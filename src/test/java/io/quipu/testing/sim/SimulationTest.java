package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Seeds that run with every build, the same ones each time. Many more, and some that nobody has
 * tried before, are in {@link LongSimulationTest}; any number by hand, see {@link
 * SimulationByHand}.
 */
@ExtendWith(DefectLog.class)
class SimulationTest {
  /** A hundred from here on send more events again after collection than those before. */
  private static final int FIRST = 301;

  private static final int SEEDS = 30;
  private static final int FAULT_FREE_SEEDS = 5;

  @Test
  void countsExactly_whateverHappens() {
    Seeds.pass(FIRST, SEEDS);
  }

  /** Bugs need no faults. */
  @Test
  void countsExactly_whenNothingHappens() {
    Seeds.passWithoutFaults(1, FAULT_FREE_SEEDS);
  }

  @Test
  void replaysIdentically() {
    for (long seed = 1; seed <= 3; seed++) {
      Report once = Simulation.run(seed, true, true, Protocol::new);
      Report again = Simulation.run(seed, true, true, Protocol::new);
      assertThat(again.trace()).isEqualTo(once.trace()).hasSizeGreaterThan(100);
      assertThat(again).isEqualTo(once);
    }
  }
}
