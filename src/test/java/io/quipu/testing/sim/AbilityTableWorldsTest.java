package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.core.Met.Cell;
import io.quipu.testing.sim.linear.LinearSimulation;
import io.quipu.testing.sim.linear.LinearStress;
import io.quipu.testing.sim.sketch.PurgedSketchSimulation;
import io.quipu.testing.sim.sketch.SketchSimulation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of abilities and what goes wrong does not lie: worlds of each stress that it names meet
 * what it says that they do, within a few seeds, the same ones each time.
 */
@Thorough
@ExtendWith(DefectLog.class)
class AbilityTableWorldsTest {
  private static final int SEEDS = 120;
  private static final int CRASHING_SEEDS = 90;
  private static final int MOST_SEEDS = 540;
  private static final int MANY_STEPS = 15;

  /** What one world met, and what it violated. */
  private record World(Set<Cell> met, List<String> violations) {}

  static Stream<String> worlds() {
    return AbilityTable.published().worlds().stream();
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void worldsMeetWhatTheTableSays(String worlds) {
    Set<Cell> missing = new TreeSet<>(AbilityTable.published().claimed(worlds));
    for (long seed = 1; seed <= SEEDS && !missing.isEmpty(); seed++) {
      World world = run(worlds, seed);
      assertThat(world.violations).as("%s, seed %d", worlds, seed).isEmpty();
      missing.removeAll(world.met);
    }
    assertThat(missing).as("not met in %d worlds of %s", SEEDS, worlds).isEmpty();
  }

  /** In few worlds, a process has ended before and after each sort of write that there is. */
  @Test
  void aProcessEndsAtEachStep() {
    Set<String> all = new TreeSet<>();
    Set<String> ended = new TreeSet<>();
    long seed = 0;
    do {
      Report report = Simulation.run(++seed, true, Stress.CRASHING, false, Protocol::new);
      assertThat(report.violations()).as("seed %d", seed).isEmpty();
      all.addAll(report.steps().all());
      ended.addAll(report.steps().ended());
    } while (seed < CRASHING_SEEDS || (seed < MOST_SEEDS && !ended.equals(all)));
    assertThat(ended).hasSizeGreaterThan(MANY_STEPS).containsExactlyElementsOf(all);
  }

  private static World run(String worlds, long seed) {
    for (LinearStress stress : LinearStress.values()) {
      if (worlds.equals(AbilityTable.name(stress))) {
        return run(LinearSimulation.seeds(stress), seed);
      }
    }
    return switch (worlds) {
      case AbilityTable.SKETCHES -> run(SketchSimulation.SEEDS, seed);
      case AbilityTable.PURGED_SKETCHES -> run(PurgedSketchSimulation.SEEDS, seed);
      default -> {
        Report report = Simulation.run(seed, true, Stress.valueOf(worlds), false, Protocol::new);
        yield new World(report.met(), report.violations());
      }
    };
  }

  private static World run(KindSeeds kind, long seed) {
    KindSimulation.Result result = kind.runs().run(seed, true, false, Protocol::new);
    return new World(result.met(), result.violations());
  }
}
