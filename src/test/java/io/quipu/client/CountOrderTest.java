package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CountOrderTest {
  private final CountOrder order = new CountOrder();

  @Test
  void tellsAllOfOneConnection() {
    assertThat(order.accepts(count(3, 4, 10), 1)).isTrue();
    assertThat(order.accepts(count(3, 1, 10), 1))
        .as("a reset, as the service sees to order")
        .isTrue();
  }

  @Test
  void holdsBackWhatIsOlder_afterAReconnect() {
    assertThat(order.accepts(count(3, 4, 10), 1)).isTrue();

    assertThat(order.accepts(count(3, 2, 10), 2)).isFalse();
    assertThat(order.accepts(count(0, 6, null), 2)).isFalse();

    assertThat(order.accepts(count(3, 4, 10), 2)).as("the same").isTrue();
    assertThat(order.accepts(count(3, 5, 10), 2)).isTrue();
  }

  @Test
  void takesAResetForWhatItIs() {
    assertThat(order.accepts(count(3, 4, 10), 1)).isTrue();
    assertThat(order.accepts(count(3, -2, 10), 2)).as("it is not settled yet").isTrue();
    assertThat(order.accepts(count(9, 0, 10), 3)).isTrue();
    assertThat(order.accepts(count(2, 0, 11), 4)).as("it is settled").isTrue();
  }

  @Test
  void goesByTheRead_untilSomethingNewerComes() {
    assertThat(order.accepts(count(3, 4, 10), 1)).isTrue();
    order.read(count(3, 2, 10));
    assertThat(order.accepts(count(3, 1, 10), 2)).as("older than the read").isFalse();
    assertThat(order.accepts(count(3, 2, 10), 2)).isTrue();
  }

  private static Count count(long settled, long tail, Integer until) {
    return new Count(
        "votes",
        "a",
        BigInteger.valueOf(settled + tail),
        BigInteger.valueOf(settled + tail),
        new Count.Settled(
            BigInteger.valueOf(settled),
            BigInteger.valueOf(settled),
            until == null ? null : Instant.ofEpochSecond(until)),
        new Count.Tail(BigInteger.valueOf(tail), BigInteger.valueOf(tail)));
  }
}
