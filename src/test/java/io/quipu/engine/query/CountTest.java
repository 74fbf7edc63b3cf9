package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Tally;
import io.quipu.engine.windows.EventTime;
import org.junit.jupiter.api.Test;

class CountTest {
  private static Count count(Tally settled, Tally tail) {
    return new Count(new CounterName("votes", "a"), settled, EventTime.MIN, tail);
  }

  @Test
  void isEmpty_withoutEvents_orAfterAResetThatIsNotSettled() {
    assertThat(count(Tally.ZERO, Tally.ZERO).isEmpty()).isTrue();
    assertThat(count(Tally.of(5, 2), Tally.of(-5, -2)).isEmpty()).isTrue();
  }

  @Test
  void isNotEmpty_withEventsThatSumToNothing() {
    assertThat(count(Tally.of(5, 2), Tally.of(-5, 1)).isEmpty()).isFalse();
    assertThat(count(Tally.ZERO, Tally.of(0, 2)).isEmpty()).isFalse();
  }
}
