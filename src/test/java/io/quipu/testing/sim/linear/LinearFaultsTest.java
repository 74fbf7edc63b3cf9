package io.quipu.testing.sim.linear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault is caught, and the same run without it passes. */
class LinearFaultsTest {
  private static final int SEEDS = 300;

  /** One that shows in one of a thousand runs is looked for where it does. */
  private static final Map<LinearFault, Long> FIRST =
      Map.of(LinearFault.IDS_LOOKED_UP_PLAINLY, 900L);

  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(LinearFault fault) {
    LinearSimulation.Result caught = null;
    long first = FIRST.getOrDefault(fault, 1L);
    for (long i = 0; i < SEEDS && (caught == null || caught.passed()); i++) {
      caught = LinearSimulation.run(first + i, true, false, fault.protocol());
    }
    assertThat(caught.violations()).as("within %d seeds from %d", SEEDS, first).isNotEmpty();
    String violation = caught.violations().get(0);
    System.out.printf(
        "| %s | %d | %s |%n",
        fault.title(), caught.seed(), violation.replaceAll("(: .*?): .*", "$1"));
    assertThat(LinearSimulation.run(caught.seed(), true, false, LinearProtocol::new).violations())
        .isEmpty();
  }
}
