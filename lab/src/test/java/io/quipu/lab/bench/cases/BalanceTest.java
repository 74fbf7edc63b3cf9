package io.quipu.lab.bench.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.lab.bench.load.Receipts;
import org.junit.jupiter.api.Test;

class BalanceTest {
  private static final Receipts RECEIPTS =
      new Receipts(12_345, 12_335).plus(new Receipts(5, 5)).times(100);

  @Test
  void isRight_whenWhatIsInDoubtIsCountedOrNot() {
    assertThat(counted(1_234_000).isRight()).isTrue();
    assertThat(counted(1_235_000).isRight()).isTrue();
    assertThat(counted(1_234_567))
        .hasToString("counted 1,234,567; acknowledged 1,234,000; in doubt 1,000");
  }

  @Test
  void isWrong_whenAnAcknowledgedEventIsMissing() {
    assertThat(counted(1_233_999).isRight()).isFalse();
    assertThat(counted(1_233_999).toString()).endsWith("; acknowledged and not counted: 1");
  }

  @Test
  void isWrong_whenMoreIsCountedThanWasSent() {
    assertThat(counted(1_235_001).isRight()).isFalse();
    assertThat(counted(1_235_001).toString())
        .endsWith("; counted and never sent, or counted twice: 1");
  }

  @Test
  void saysWhatWasNotSettled() {
    Balance balance = new Balance(new Sum(1_234_000, 17), RECEIPTS);
    assertThat(balance.isRight()).isTrue();
    assertThat(balance.toString()).endsWith("; 17 of the counted not settled in time");
  }

  private static Balance counted(long count) {
    return new Balance(new Sum(count, 0), RECEIPTS);
  }
}
