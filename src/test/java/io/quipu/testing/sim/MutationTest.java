package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import io.quipu.testing.sim.fault.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulation finds each planted fault by the seed of the {@link FaultTable}, and the same run
 * without the fault passes. {@link SimulationByHand} finds these seeds.
 */
@Thorough
@ExtendWith(DefectLog.class)
class MutationTest {
  private static final String ADVICE =
      "a change of the simulation changes the seeds: run mvn -Psimulate -Dsearch=true"
          + " and take over target/planted-faults.txt";

  /** The violations of runs without a fault: several faults are caught by the same run. */
  private static final Map<Run, List<String>> WITHOUT = new HashMap<>();

  private record Run(long seed, Stress stress) {}

  static Stream<Fault> faults() {
    return Fault.caught();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isCaughtAsPublished_andNothingIsFoundWithoutIt(Fault fault) {
    long seed = FaultTable.publishedSeed(FaultTable.key(fault));
    Report spoilt = Simulation.run(seed, true, fault.stress(), false, fault.protocol());
    List<String> sound =
        WITHOUT.computeIfAbsent(
            new Run(seed, fault.stress()),
            run -> Simulation.run(seed, true, run.stress, false, Protocol::new).violations());

    assertThat(spoilt.violations()).as("seed %d with the fault; %s", seed, ADVICE).isNotEmpty();
    String line = FaultTable.line(fault, spoilt);
    assertThat(FaultTable.published().contains(line)).as("%s: %s", ADVICE, line).isTrue();
    assertThat(sound).as("seed %d without the fault", seed).isEmpty();
  }
}
