package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Seeds that run with every build: the same ones each time, and others that nobody has tried
 * before. Many more are in {@link LongSimulationTest}; any number by hand, see {@link
 * SimulationByHand}.
 */
@ExtendWith(DefectLog.class)
class SimulationTest {
  private static final int SEEDS = 300;
  private static final int FRESH_SEEDS = 300;
  private static final int FAULT_FREE_SEEDS = 60;

  @Test
  void countsExactly_whateverHappens() {
    Seeds.pass(1, SEEDS);
  }

  @Test
  void countsExactly_withSeedsNeverTriedBefore() {
    long first = 1_000_000L + new Random().nextInt(Integer.MAX_VALUE);
    System.out.printf(
        "%d fresh seeds: mvn -Psimulate -Dseeds=%d -Dfrom=%d%n", FRESH_SEEDS, FRESH_SEEDS, first);
    Seeds.pass(first, FRESH_SEEDS);
  }

  /** Bugs need no faults. */
  @Test
  void countsExactly_whenNothingHappens() {
    Seeds.passWithoutFaults(1, FAULT_FREE_SEEDS);
  }

  @Test
  void replaysIdentically() {
    for (long seed = 1; seed <= 5; seed++) {
      Report once = Simulation.run(seed, true, true, Protocol::new);
      Report again = Simulation.run(seed, true, true, Protocol::new);
      assertThat(again.trace()).isEqualTo(once.trace()).hasSizeGreaterThan(100);
      assertThat(again).isEqualTo(once);
    }
  }
}
