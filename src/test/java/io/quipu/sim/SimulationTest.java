package io.quipu.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Seeds that run with every build. Any number by hand: see {@link SimulationByHand}. */
@ExtendWith(DefectLog.class)
class SimulationTest {
  private static final int SEEDS = 2_000;
  private static final int FAULT_FREE_SEEDS = 200;

  @Test
  void countsExactly_whateverHappens() {
    Seeds seeds = new Seeds(true, Protocol::new);
    passes(seeds, SEEDS);
    assertThat(seeds.collected()).isGreaterThan(SEEDS);
    assertThat(seeds.redelivered()).isGreaterThan(SEEDS / 20);
  }

  /** Bugs need no faults. */
  @Test
  void countsExactly_whenNothingHappens() {
    passes(new Seeds(false, Protocol::new), FAULT_FREE_SEEDS);
  }

  private static void passes(Seeds seeds, int count) {
    List<Report> failures = seeds.failures(1, count, 1);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
    assertThat(seeds.acknowledged()).isGreaterThan(100L * count);
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
