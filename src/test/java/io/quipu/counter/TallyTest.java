package io.quipu.counter;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TallyTest {
  @Test
  void isNeverOfFewerThanNoEvents() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tally.of(1, -1))
        .withMessageContaining("-1");
  }

  @Test
  void neverWrapsItsEvents() {
    RunningTally tally = new RunningTally();
    tally.add(1, Long.MAX_VALUE);
    assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> tally.add(1, 1));
  }
}
