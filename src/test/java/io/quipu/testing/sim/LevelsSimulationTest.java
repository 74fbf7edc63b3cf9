package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs with counters that count the events of others; more by hand, {@code -Dstress=LEVELS}. */
@ExtendWith(DefectLog.class)
class LevelsSimulationTest {
  private static final int SEEDS = 60;

  @Test
  void countsAnAcknowledgedEventOnEachLevel_whateverHappens() {
    Seeds seeds = new Seeds(Stress.LEVELS, Protocol::new);
    List<Report> failures = seeds.failures(1, SEEDS, 1);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
  }
}
