package io.quipu.testing.sim.sketch;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.DefectLog;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each seeded fault is caught, and the same run without it passes. */
@ExtendWith(DefectLog.class)
class SketchFaultsTest {
  private static final int SEEDS = Integer.getInteger("seeds", 300);

  @ParameterizedTest
  @EnumSource
  void isCaught_andNothingIsFoundWithoutIt(SketchFault fault) {
    SketchSimulation.Result caught = null;
    for (long seed = 1; seed <= SEEDS && (caught == null || caught.passed()); seed++) {
      caught = SketchSimulation.run(seed, true, false, fault.protocol());
    }
    assertThat(caught.violations()).as("within %d seeds", SEEDS).isNotEmpty();
    String first = caught.violations().get(0);
    System.out.printf(
        "| %s | %d | %s |%n", fault.title(), caught.seed(), first.replaceAll("(: .*?): .*", "$1"));
    assertThat(SketchSimulation.run(caught.seed(), true, false, SketchProtocol::new).violations())
        .isEmpty();
  }
}
