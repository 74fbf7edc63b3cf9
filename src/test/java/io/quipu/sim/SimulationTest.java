package io.quipu.sim;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SimulationTest {
  private static final Logger QUIPU = (Logger) LoggerFactory.getLogger("io.quipu");
  private static final Level BEFORE = QUIPU.getLevel();

  @BeforeAll
  static void lapsesAndDeathsAreNoNews() {
    QUIPU.setLevel(Level.OFF);
  }

  @AfterAll
  static void newsAgain() {
    QUIPU.setLevel(BEFORE);
  }

  @Test
  void countsExactly_whateverHappens() {
    passes(new Seeds(true, Protocol::new), Integer.getInteger("seeds", 2_000));
  }

  @Test
  void countsExactly_whenNothingHappens() {
    passes(new Seeds(false, Protocol::new), Integer.getInteger("seeds", 2_000) / 8);
  }

  private static void passes(Seeds seeds, int count) {
    List<Report> failures = seeds.failures(1, count, 1);
    assertThat(failures).as(() -> seeds.explain(failures.get(0))).isEmpty();
    assertThat(seeds.acknowledged()).isGreaterThan(100L * count);
    System.out.println(count + " seeds: " + seeds);
  }

  @Test
  void replaysIdentically() {
    for (long seed = 1; seed <= 5; seed++) {
      Report once = Simulation.run(seed, true, true, Protocol::new);
      Report again = Simulation.run(seed, true, true, Protocol::new);
      assertThat(again.trace()).isEqualTo(once.trace()).hasSizeGreaterThan(100);
      assertThat(again).isEqualTo(once);
    }
  }
}
