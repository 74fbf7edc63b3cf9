package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BadMessagesTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final BadMessages bad = new BadMessages(time);

  @Test
  void toleratesTwentyInTenSeconds_andNotOneMore() {
    for (int i = 0; i < 20; i++) {
      assertThat(bad.isStreamWithOneMore()).isFalse();
    }
    time.pass(Duration.ofMillis(9_999));
    assertThat(bad.isStreamWithOneMore()).isTrue();
  }

  @Test
  void forgetsThem() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(bad.isStreamWithOneMore()).isFalse();
      time.pass(Duration.ofMillis(500));
    }
  }
}
