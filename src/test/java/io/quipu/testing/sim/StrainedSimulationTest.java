package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that strain what no ordinary one has; more by hand, {@code -Dstress=LATEST}. */
@ExtendWith(DefectLog.class)
class StrainedSimulationTest {
  @ParameterizedTest
  @CsvSource({"LATEST, 60", "RESETTING, 100", "LEVELS, 60"})
  void countsExactly_whateverHappens(Stress stress, int count) {
    Seeds seeds = new Seeds(stress, Protocol::new);
    List<Report> failures = seeds.failures(1, count);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
  }
}
