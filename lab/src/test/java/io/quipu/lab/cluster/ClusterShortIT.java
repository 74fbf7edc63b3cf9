package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.Thorough;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Guarantees G1 to G4 on a real cluster, each fault once; {@code -Dseed=} repeats an order. */
@Alone
@Thorough
class ClusterShortIT {

  @Test
  void countsEveryEventOnce_whateverFails() throws Exception {
    long seed = Long.getLong("seed", new Random().nextInt(1_000_000));

    assertThat(ClusterRun.violations(Plan.SHORT, seed)).as("seed %d", seed).isEmpty();
  }
}
