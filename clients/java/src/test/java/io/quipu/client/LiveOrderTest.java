package io.quipu.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveOrderTest {
  private final LiveOrder<Count> order = new LiveOrder<>(new FollowableCounts());

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

  @Test
  void holdsBackSketchesWithFewerEvents_afterAReconnect() {
    LiveOrder<CounterSketch> sketches = new LiveOrder<>(new FollowableSketches());
    assertThat(sketches.accepts(sketch("a", 7), 1)).isTrue();
    assertThat(sketches.accepts(sketch("a", 3), 1)).as("of one connection").isTrue();
    assertThat(sketches.accepts(sketch("a", 2), 2)).isFalse();
    assertThat(sketches.accepts(sketch("b", 2), 2)).as("another counter").isTrue();
    sketches.read(sketch("a", 0));
    assertThat(sketches.accepts(sketch("a", 0), 2)).as("a reset, as it was read").isTrue();
  }

  @Test
  void knowsWhatAConnectionHasNotTold() {
    assertThat(order.accepts(count(3, 4, 10), 1)).isTrue();
    assertThat(order.untoldBy(1)).isEmpty();
    assertThat(order.untoldBy(2)).containsExactly(new CounterRef("votes", "a"));
    order.read(count(0, 0, null));
    assertThat(order.untoldBy(2)).as("it is gone").isEmpty();
  }

  private static CounterSketch sketch(String counter, long events) {
    Sketch sketch = new Sketch(BigInteger.valueOf(events), null, List.of(), List.of());
    return new CounterSketch("visitors", counter, sketch);
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
