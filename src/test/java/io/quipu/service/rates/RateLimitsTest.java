package io.quipu.service.rates;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.keys.Credential;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.keys.Right;
import io.quipu.engine.keys.Scope;
import io.quipu.engine.time.Clock;
import io.quipu.engine.windows.EventTime;
import io.quipu.service.auth.Caller;
import io.quipu.service.rates.RateLimits.Excess;
import io.quipu.service.rates.RateLimits.Payer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private long now = -5;
  private final Clock clock =
      new Clock() {
        @Override
        public long monotonicNanos() {
          return now;
        }

        @Override
        public EventTime wall() {
          return EventTime.MIN;
        }
      };

  private static Payer caller(String id, int rate) {
    Grant grant = new Grant(List.of(new Scope(Right.READ, "a")), "", false, List.of(), rate, null);
    return new Payer(new Caller(new Credential(id, ""), grant), "");
  }

  private static Payer at(String address) {
    return new Payer(null, address);
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  @Test
  void aCallerHasASecondOfTokens_whichComeBackSteadily() {
    RateLimits limits = new RateLimits(10, 0, 0, clock);
    for (int i = 0; i < 10; i++) {
      assertThat(limits.take(at("a"), 1, false)).isNull();
    }
    Excess excess = limits.take(at("a"), 1, false);
    assertThat(excess).isEqualTo(new Excess(10, Duration.ofMillis(100)));
    assertThat(excess.seconds()).isEqualTo(1);
    pass(Duration.ofMillis(100));
    assertThat(limits.take(at("a"), 1, false)).isNull();
    assertThat(limits.take(at("a"), 1, false)).isNotNull();
    pass(Duration.ofHours(1));
    for (int i = 0; i < 10; i++) {
      assertThat(limits.take(at("a"), 1, false)).isNull();
    }
    assertThat(limits.take(at("a"), 1, false)).as("no more than a second is saved up").isNotNull();
  }

  @Test
  void whatIsRefusedCostsNothing() {
    RateLimits limits = new RateLimits(10, 0, 0, clock);
    assertThat(limits.take(at("a"), 5, false)).isNull();
    assertThat(limits.take(at("a"), 6, false)).isNotNull();
    assertThat(limits.take(at("a"), 5, false)).isNull();
  }

  @Test
  void moreThanASecondHoldsPassesAFullBucket_andIsPaidOff() {
    RateLimits limits = new RateLimits(10, 0, 0, clock);
    assertThat(limits.take(at("a"), 1_000, false)).isNull();
    assertThat(limits.take(at("a"), 1, false)).isEqualTo(new Excess(10, Duration.ofMillis(99_100)));
    pass(Duration.ofMillis(99_099));
    assertThat(limits.take(at("a"), 1, false)).isNotNull();
    pass(Duration.ofMillis(1));
    assertThat(limits.take(at("a"), 1, false)).isNull();
  }

  @Test
  void aBatchPassesAFullBucket_whoseRequestHasPaidForOneEvent() {
    RateLimits limits = new RateLimits(10, 0, 0, clock);
    assertThat(limits.take(at("a"), 1, false)).isNull();
    assertThat(limits.take(at("a"), 999, true)).isNull();
    assertThat(limits.take(at("a"), 1, false)).isEqualTo(new Excess(10, Duration.ofMillis(99_100)));
    assertThat(limits.take(at("b"), 2, false)).isNull();
    assertThat(limits.take(at("b"), 999, true)).isNotNull();
  }

  @Test
  void callersDoNotTakeFromEachOther_andAKeyHasItsOwnRate() {
    RateLimits limits = new RateLimits(1, 0, 0, clock);
    assertThat(limits.take(at("a"), 1, false)).isNull();
    assertThat(limits.take(at("b"), 1, false)).isNull();
    assertThat(limits.take(caller("a", 0), 1, false)).isNull();
    assertThat(limits.take(caller("a", 0), 1, false)).isNotNull();
    for (int i = 0; i < 3; i++) {
      assertThat(limits.take(caller("c", 3), 1, false)).isNull();
    }
    assertThat(limits.take(caller("c", 3), 1, false)).isNotNull();
  }

  @Test
  void nothingIsLimitedUnlessItIsSaid() {
    RateLimits limits = new RateLimits(0, 0, 0, clock);
    assertThat(limits.areUsual()).isFalse();
    for (int i = 0; i < 100; i++) {
      assertThat(limits.take(at("a"), 1_000, false)).isNull();
      assertThat(limits.take(caller("a", 0), 1_000, false)).isNull();
    }
    assertThat(limits.take(caller("b", 1), 1, false)).isNull();
    assertThat(limits.take(caller("b", 1), 1, false)).isNotNull();
  }

  @Test
  void aNamespaceHasARate_whoeverAsks() {
    RateLimits limits = new RateLimits(0, 5, 0, clock);
    assertThat(limits.takeOf("votes", 4, false)).isNull();
    assertThat(limits.takeOf("votes", 2, false)).isEqualTo(new Excess(5, Duration.ofMillis(200)));
    assertThat(limits.takeOf("others", 5, false)).isNull();
    pass(Duration.ofMillis(200));
    assertThat(limits.takeOf("votes", 2, false)).isNull();
    assertThat(new RateLimits(1, 0, 0, clock).takeOf("votes", 1_000, false)).isNull();
  }

  @Test
  void newCountersComeBackByTheHour_andAreCountedByThemselves() {
    RateLimits limits = new RateLimits(0, 0, 60, clock);
    assertThat(limits.takeNew(at("a"), 60)).isNull();
    assertThat(limits.takeNew(at("a"), 1)).isEqualTo(new Excess(60, Duration.ofMinutes(1)));
    assertThat(limits.takeNew(at("b"), 1)).isNull();
    assertThat(limits.takeNew(caller("a", 5), 60)).isNull();
    assertThat(limits.takeNew(caller("a", 5), 1)).isNotNull();
    assertThat(limits.take(at("a"), 1_000, false)).isNull();
    pass(Duration.ofMinutes(2));
    assertThat(limits.takeNew(at("a"), 2)).isNull();
    assertThat(limits.takeNew(at("a"), 1)).isNotNull();
  }
}
