package io.quipu.service.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.service.auth.RateLimits.Excess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RateLimitsTest {
  private final HandDrivenTime time = new HandDrivenTime();

  @BeforeEach
  void beginBeforeZero() {
    time.pass(Duration.ofNanos(-5));
  }

  private static Caller caller(String id, int rate) {
    return new Caller(
        new Credential(id, ""),
        new Grant(List.of(new Scope(Right.READ, "a")), "", false, List.of(), rate, null));
  }

  @Test
  void aCallerHasASecondOfTokens_whichComeBackSteadily() {
    RateLimits limits = new RateLimits(10, time);
    for (int i = 0; i < 10; i++) {
      assertThat(limits.take("a", 1)).isNull();
    }
    Excess excess = limits.take("a", 1);
    assertThat(excess).isEqualTo(new Excess(10, Duration.ofMillis(100)));
    assertThat(excess.seconds()).isEqualTo(1);
    time.pass(Duration.ofMillis(100));
    assertThat(limits.take("a", 1)).isNull();
    assertThat(limits.take("a", 1)).isNotNull();
    time.pass(Duration.ofHours(1));
    for (int i = 0; i < 10; i++) {
      assertThat(limits.take("a", 1)).isNull();
    }
    assertThat(limits.take("a", 1)).as("no more than a second is saved up").isNotNull();
  }

  @Test
  void whatIsRefusedCostsNothing() {
    RateLimits limits = new RateLimits(10, time);
    assertThat(limits.take("a", 5)).isNull();
    assertThat(limits.take("a", 6)).isNotNull();
    assertThat(limits.take("a", 5)).isNull();
  }

  @Test
  void moreThanASecondHoldsPassesAFullBucket_andIsPaidOff() {
    RateLimits limits = new RateLimits(10, time);
    assertThat(limits.take("a", 1_000)).isNull();
    assertThat(limits.take("a", 1)).isEqualTo(new Excess(10, Duration.ofMillis(99_100)));
    time.pass(Duration.ofMillis(99_099));
    assertThat(limits.take("a", 1)).isNotNull();
    time.pass(Duration.ofMillis(1));
    assertThat(limits.take("a", 1)).isNull();
  }

  @Test
  void aBatchPassesAFullBucket_whoseRequestHasPaidForOneEvent() {
    RateLimits limits = new RateLimits(10, time);
    assertThat(limits.take("a", 1)).isNull();
    assertThat(limits.takeMore("a", 999)).isNull();
    assertThat(limits.take("a", 1)).isEqualTo(new Excess(10, Duration.ofMillis(99_100)));
    assertThat(limits.take("b", 2)).isNull();
    assertThat(limits.takeMore("b", 999)).isNotNull();
  }

  @Test
  void callersDoNotTakeFromEachOther_andAKeyHasItsOwnRate() {
    RateLimits limits = new RateLimits(1, time);
    assertThat(limits.take("a", 1)).isNull();
    assertThat(limits.take("b", 1)).isNull();
    assertThat(limits.take(caller("a", 0), 1)).isNull();
    assertThat(limits.take(caller("a", 0), 1)).isNotNull();
    for (int i = 0; i < 3; i++) {
      assertThat(limits.take(caller("c", 3), 1)).isNull();
    }
    assertThat(limits.take(caller("c", 3), 1)).isNotNull();
  }

  @Test
  void nothingIsLimitedUnlessItIsSaid() {
    RateLimits limits = new RateLimits(0, time);
    assertThat(limits.areUsual()).isFalse();
    for (int i = 0; i < 100; i++) {
      assertThat(limits.take("a", 1_000)).isNull();
      assertThat(limits.take(caller("a", 0), 1_000)).isNull();
    }
    assertThat(limits.take(caller("b", 1), 1)).isNull();
    assertThat(limits.take(caller("b", 1), 1)).isNotNull();
  }

  @Test
  void aNamespaceHasARate_whoeverAsks() {
    RateLimits limits = new RateLimits(0, 5, 0, time);
    assertThat(limits.takeOf("votes", 4, false)).isNull();
    assertThat(limits.takeOf("votes", 2, false)).isEqualTo(new Excess(5, Duration.ofMillis(200)));
    assertThat(limits.takeOf("others", 5, false)).isNull();
    time.pass(Duration.ofMillis(200));
    assertThat(limits.takeOf("votes", 2, false)).isNull();
    assertThat(new RateLimits(1, time).takeOf("votes", 1_000, false)).isNull();
  }

  @Test
  void newCountersComeBackByTheHour_andAreCountedByThemselves() {
    RateLimits limits = new RateLimits(0, 0, 60, time);
    assertThat(limits.takeNew("a", 60)).isNull();
    assertThat(limits.takeNew("a", 1)).isEqualTo(new Excess(60, Duration.ofMinutes(1)));
    assertThat(limits.takeNew("b", 1)).isNull();
    assertThat(limits.takeNew(caller("a", 5), 60)).isNull();
    assertThat(limits.takeNew(caller("a", 5), 1)).isNotNull();
    assertThat(limits.take("a", 1_000)).isNull();
    time.pass(Duration.ofMinutes(2));
    assertThat(limits.takeNew("a", 2)).isNull();
    assertThat(limits.takeNew("a", 1)).isNotNull();
  }
}
