package io.quipu.engine.checkpoint.recount;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.state.Tally;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class RecountValuesTest {
  @Test
  void undecidedRowsAddFromSomethingToSomething() {
    BigInteger one = BigInteger.ONE;
    BigInteger less = one.negate();
    assertThatIllegalArgumentException().isThrownBy(() -> new RowTally(Tally.ZERO, one, one, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RowTally(Tally.ZERO, less, less, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new RowTally(Tally.ZERO, less, one, -1));
  }

  @Test
  void driftOfWindowsIsAbsolute() {
    BigInteger zero = BigInteger.ZERO;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecountReport(zero, zero, BigInteger.ONE.negate(), 0, true));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RecountReport(zero, zero, zero, -1, true));
  }
}
