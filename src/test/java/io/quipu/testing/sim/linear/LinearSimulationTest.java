package io.quipu.testing.sim.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Seeds that run with every build: the same ones each time, and others never tried before. {@code
 * -Dseeds} of them, from {@code -Dfrom} on, by hand.
 */
class LinearSimulationTest {
  private static final int SEEDS = Integer.getInteger("seeds", 100);
  private static final long FIRST = Long.getLong("from", 1);
  private static final int FAULT_FREE_SEEDS = 10;

  @Test
  void isLinearizable_whateverHappens() {
    pass(FIRST, SEEDS, true);
  }

  @Test
  void isLinearizable_withSeedsNeverTriedBefore() {
    long first = 1_000_000L + new Random().nextInt(Integer.MAX_VALUE);
    System.out.println("linear counters, fresh seeds from " + first);
    pass(first, SEEDS, true);
  }

  @Test
  void isLinearizable_whenNothingHappens() {
    pass(1, FAULT_FREE_SEEDS, false);
  }

  @Test
  void replaysIdentically() {
    assertThat(LinearSimulation.run(3, true, true, LinearProtocol::new))
        .isEqualTo(LinearSimulation.run(3, true, true, LinearProtocol::new));
  }

  private static void pass(long first, int count, boolean faults) {
    int recorded = 0;
    int refused = 0;
    int unknown = 0;
    for (long seed = first; seed < first + count; seed++) {
      LinearSimulation.Result result =
          LinearSimulation.run(seed, faults, false, LinearProtocol::new);
      assertThat(result.violations()).as("seed %d, faults %b", seed, faults).isEmpty();
      recorded += result.recorded();
      refused += result.refused();
      unknown += result.unknown();
    }
    System.out.println(recorded + " recorded, " + refused + " refused, " + unknown + " in doubt");
    assertThat(recorded).isGreaterThan(100 * count);
    assertThat(refused).isGreaterThan(10 * count);
    assertThat(unknown).isGreaterThan(faults ? 5 * count : -1);
  }
}
