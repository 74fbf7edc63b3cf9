package io.quipu.sim.linear;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault is caught, and the same run without it passes. */
class LinearFaultsTest {
  private static final int SEEDS = 300;

  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(LinearFault fault) {
    LinearSimulation.Result caught = null;
    for (long seed = 1; seed <= SEEDS && (caught == null || caught.passed()); seed++) {
      caught = LinearSimulation.run(seed, true, false, fault.protocol());
    }
    assertThat(caught.violations()).as("within %d seeds", SEEDS).isNotEmpty();
    String first = caught.violations().get(0);
    System.out.printf(
        "| %s | %d | %s |%n", fault.title(), caught.seed(), first.replaceAll("(: .*?): .*", "$1"));
    assertThat(LinearSimulation.run(caught.seed(), true, false, LinearProtocol::new).violations())
        .isEmpty();
  }
}
