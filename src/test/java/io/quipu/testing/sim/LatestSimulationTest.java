package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs with counters of kind latest; more by hand, {@code -Dstress=LATEST}. */
@ExtendWith(DefectLog.class)
class LatestSimulationTest {
  private static final int SEEDS = 60;

  @Test
  void countsWhatStands_whateverHappens() {
    Seeds seeds = new Seeds(Stress.LATEST, Protocol::new);
    List<Report> failures = seeds.failures(1, SEEDS, 1);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
  }
}
