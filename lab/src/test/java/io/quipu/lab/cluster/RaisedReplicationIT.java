package io.quipu.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Alone;
import io.quipu.testing.dev.Thorough;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The procedure of docs/deploy.md, from one replica to three, on real nodes. */
@Alone
@Thorough
class RaisedReplicationIT {

  @Test
  void countsGoOnExactly_whenReplicationIsRaisedByTheProcedure() throws Exception {
    long seed = Long.getLong("seed", new Random().nextInt(1_000_000));

    assertThat(RaisedReplication.violations(seed)).as("seed %d", seed).isEmpty();
  }
}
