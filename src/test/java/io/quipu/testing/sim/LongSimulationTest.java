package io.quipu.testing.sim;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.linear.LinearSimulation;
import io.quipu.testing.sim.linear.LinearStress;
import io.quipu.testing.sim.sketch.PurgedSketchSimulation;
import io.quipu.testing.sim.sketch.SketchSimulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * More seeds than {@link SimulationTest} has time for: the same ones each time, and others that
 * nobody has tried before.
 */
@Thorough
@ExtendWith(DefectLog.class)
class LongSimulationTest {
  private static final int SEEDS = 1_000;
  private static final int FRESH_SEEDS = 300;
  private static final int STRAINED_SEEDS = 40;
  private static final int FRESH_SEEDS_OF_A_KIND = 40;
  private static final int FRESH_SEEDS_OF_A_STRAINED_KIND = 15;
  private static final int FAULT_FREE_SEEDS = 200;

  @Test
  void countsExactly_whateverHappens() {
    Seeds.pass(1, SEEDS);
  }

  @Test
  void countsExactly_withSeedsNeverTriedBefore() {
    Seeds.passFresh(FRESH_SEEDS);
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "LATEST",
        "RESETTING",
        "LEVELS",
        "HISTORY",
        "KEEPING",
        "ENDS",
        "DELETING",
        "MAPPED",
        "SERIES",
        "CRASHING",
        "ALONE",
        "WEEKS",
        "RETRYING",
        "IDLE_SERIES",
        "RANKING"
      })
  void countsExactly_strained(Stress stress) {
    Seeds.passStrained(
        stress,
        Seeds.fresh("mvn -Psimulate -Dstress=" + stress + " -Dseeds=" + STRAINED_SEEDS),
        STRAINED_SEEDS);
  }

  @ParameterizedTest
  @EnumSource
  void linearCountersAreLinearizable_withSeedsNeverTriedBefore(LinearStress stress) {
    LinearSimulation.seeds(stress)
        .passFresh(
            stress == LinearStress.USUAL ? FRESH_SEEDS_OF_A_KIND : FRESH_SEEDS_OF_A_STRAINED_KIND);
  }

  @Test
  void sketchesLoseAndDoubleNothing_withSeedsNeverTriedBefore() {
    SketchSimulation.SEEDS.passFresh(FRESH_SEEDS_OF_A_KIND);
  }

  @Test
  void resetsOfSketchesLoseAndLeaveNothing_withSeedsNeverTriedBefore() {
    PurgedSketchSimulation.SEEDS.passFresh(FRESH_SEEDS_OF_A_KIND);
  }

  /** Bugs need no faults. */
  @Test
  void countsExactly_whenNothingHappens() {
    Seeds.passWithoutFaults(1, FAULT_FREE_SEEDS);
  }
}
