package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs with counters that are reset; more by hand, {@code -Dstress=RESETTING}. */
@ExtendWith(DefectLog.class)
class ResettingSimulationTest {
  private static final int SEEDS = 100;

  @Test
  void countsWhatLiesAfterTheLastReset_whateverHappens() {
    Seeds seeds = new Seeds(Stress.RESETTING, Protocol::new);
    List<Report> failures = seeds.failures(1, SEEDS, 1);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
  }
}
