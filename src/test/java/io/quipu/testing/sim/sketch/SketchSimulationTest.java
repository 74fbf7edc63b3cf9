package io.quipu.testing.sim.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.DefectLog;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Seeds that run with every build: the same ones each time, and others never tried before. {@code
 * -Dseeds} of them, from {@code -Dfrom} on, by hand.
 */
@ExtendWith(DefectLog.class)
class SketchSimulationTest {
  private static final int SEEDS = Integer.getInteger("seeds", 60);
  private static final long FIRST = Long.getLong("from", 1);
  private static final int FAULT_FREE_SEEDS = 10;

  @Test
  void losesAndDoublesNothing_whateverHappens() {
    pass(FIRST, SEEDS, true);
  }

  @Test
  void losesAndDoublesNothing_withSeedsNeverTriedBefore() {
    long first = 1_000_000L + new Random().nextInt(Integer.MAX_VALUE);
    System.out.println("sketches, fresh seeds from " + first);
    pass(first, SEEDS, true);
  }

  @Test
  void losesAndDoublesNothing_whenNothingHappens() {
    pass(1, FAULT_FREE_SEEDS, false);
  }

  @Test
  void replaysIdentically() {
    assertThat(SketchSimulation.run(3, true, true, SketchProtocol::new))
        .isEqualTo(SketchSimulation.run(3, true, true, SketchProtocol::new));
  }

  private static void pass(long first, int count, boolean faults) {
    int recorded = 0;
    int unknown = 0;
    for (long seed = first; seed < first + count; seed++) {
      SketchSimulation.Result result =
          SketchSimulation.run(seed, faults, false, SketchProtocol::new);
      assertThat(result.violations()).as("seed %d, faults %b", seed, faults).isEmpty();
      recorded += result.recorded();
      unknown += result.unknown();
    }
    System.out.println(recorded + " recorded, " + unknown + " in doubt");
    assertThat(recorded).isGreaterThan(100 * count);
    assertThat(unknown).isGreaterThan(faults ? 2 * count : -1);
  }
}
