package io.quipu.lab.bench.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RampTest {
  private static final Ramp RAMP =
      new Ramp(List.of(1.0, 100.0, 10.0, 50.0, 90.0, 90.0, 96.0, 100.0, 300.0, 99.0));

  @Test
  void steadySpeedIsTheMedianOfTheLastThird() {
    assertThat(RAMP.steady()).isEqualTo(100);
  }

  @Test
  void speedIsReachedByThreeSecondsTogether() {
    assertThat(RAMP.secondsUntil(90)).isEqualTo(7);
    assertThat(RAMP.secondsUntil(50)).isEqualTo(4);
  }

  @Test
  void allOfItHasPassed_whenASpeedIsNeverReached() {
    assertThat(RAMP.secondsUntil(1_000)).isEqualTo(10);
  }
}
