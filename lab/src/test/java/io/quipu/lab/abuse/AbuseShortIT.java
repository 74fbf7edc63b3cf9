package io.quipu.lab.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import org.junit.jupiter.api.Test;

/** The service in the memory of its container survives each attack, and loses nothing. */
@Thorough
class AbuseShortIT {

  @Test
  void livesAndLosesNothing_whateverStrangersSend() throws Exception {
    assertThat(Suite.violations(Scale.SHORT, System.getProperty("attack", ""))).isEmpty();
  }
}
