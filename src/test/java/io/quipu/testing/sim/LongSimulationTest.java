package io.quipu.testing.sim;

import io.quipu.testing.dev.Thorough;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * More seeds than {@link SimulationTest} has time for: the same ones each time, and others that
 * nobody has tried before.
 */
@Thorough
@ExtendWith(DefectLog.class)
class LongSimulationTest {
  private static final int SEEDS = 2_000;
  private static final int FRESH_SEEDS = 300;
  private static final int FAULT_FREE_SEEDS = 200;

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
}
