package io.quipu.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void mayBeOfFewerThanNoEvents_whereAResetTookAwayMore() {
    RunningTally tally = new RunningTally();
    tally.add(5, 1);
    tally.subtract(Tally.of(7, 3));
    assertThat(tally.tally()).isEqualTo(Tally.of(-2, -2));
    assertThat(tally.tally().plus(Tally.of(2, 2)).isZero()).isTrue();
  }

  @Test
  void neverWrapsItsEvents() {
    RunningTally tally = new RunningTally();
    tally.add(1, Long.MAX_VALUE);
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> tally.add(1, 1));
  }
}
