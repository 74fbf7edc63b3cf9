package io.quipu.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.Thorough;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Every fuzz test for its share of a minute; {@code mvn -Pfuzz} gives them more. */
@Thorough
class FuzzShortTest {
  @Test
  void findsNothing() throws Exception {
    assertThat(new FuzzRun(FuzzTargets.named(""), Duration.ofMinutes(1)).run())
        .hasSizeGreaterThan(15)
        .noneMatch(FuzzRun.Outcome::hasFinding);
  }
}
