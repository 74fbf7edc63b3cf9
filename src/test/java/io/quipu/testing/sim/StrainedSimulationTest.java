package io.quipu.testing.sim;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that strain what no ordinary one has; {@link LongSimulationTest} has more. */
@ExtendWith(DefectLog.class)
class StrainedSimulationTest {
  @ParameterizedTest
  @CsvSource({
    "LATEST, 5",
    "RESETTING, 5",
    "LEVELS, 5",
    "HISTORY, 5",
    "ENDS, 5",
    "DELETING, 8",
    "MAPPED, 3",
    "SERIES, 8",
    "CRASHING, 2",
    "ALONE, 2",
    "WEEKS, 2",
    "RETRYING, 2",
    "IDLE_SERIES, 3",
    "RANKING, 5"
  })
  void countsExactly_whateverHappens(Stress stress, int count) {
    Seeds.passStrained(stress, 1, count);
  }
}
