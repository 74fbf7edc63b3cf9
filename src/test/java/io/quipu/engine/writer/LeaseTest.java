package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final Duration LENGTH = Duration.ofSeconds(5);

  private final HandDrivenTime time = new HandDrivenTime();
  private final Lease lease = new Lease(time, LENGTH, Lease.sample(time));

  @Test
  void holdsUntilItsLengthHasPassed() {
    time.pass(LENGTH.minusNanos(100));
    assertThat(lease.holds()).isTrue();
    time.pass(Duration.ofNanos(100));
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void lapsesOnTheMonotonicClock_whenTheWallClockStandsStill() {
    time.pass(LENGTH);
    time.jumpWall(LENGTH.negated());
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void lapses_whenTheWallClockJumpsForward() {
    time.jumpWall(LENGTH);
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void holds_whenTheWallClockJumpsBack() {
    time.jumpWall(Duration.ofHours(-1));
    time.passMillis(4_999);
    assertThat(lease.holds()).isTrue();
    time.passMillis(1);
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void staysLapsed_whenTheWallClockComesBack() {
    time.jumpWall(Duration.ofHours(1));
    assertThat(lease.holds()).isFalse();
    time.jumpWall(Duration.ofHours(-1));
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void staysLapsed_whenAHeartbeatIsAnsweredLate() {
    time.passMillis(4_000);
    Lease.Sample sent = Lease.sample(time);
    time.passMillis(1_000);
    assertThat(lease.renew(sent)).isFalse();
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void isRenewedFromBeforeTheHeartbeatWasSent() {
    time.passMillis(1_000);
    Lease.Sample sent = Lease.sample(time);
    time.passMillis(3_000);
    assertThat(lease.renew(sent)).isTrue();
    time.passMillis(1_999);
    assertThat(lease.holds()).isTrue();
    time.passMillis(1);
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void isNotRenewed_whenTheHeartbeatItselfIsTooOld() {
    Lease.Sample sent = Lease.sample(time);
    time.passMillis(3_000);
    assertThat(lease.renew(Lease.sample(time))).isTrue();
    time.passMillis(3_000);
    assertThat(lease.renew(sent)).isFalse();
    assertThat(lease.holds()).isFalse();
  }

  @Test
  void cannotBeRenewed_afterItWasEnded() {
    lease.end();
    assertThat(lease.renew(Lease.sample(time))).isFalse();
    assertThat(lease.holds()).isFalse();
  }
}
