package io.quipu.edge.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeepaliveTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private int pings;
  private int silences;
  private final Keepalive heartbeat =
      new Keepalive(time, time, Duration.ofSeconds(20), () -> pings++, () -> silences++);

  @Test
  void pingsOncePerPeriod_asLongAsThereIsAnAnswer() {
    heartbeat.start();
    for (int i = 1; i <= 100; i++) {
      time.pass(Duration.ofSeconds(20));
      assertThat(pings).isEqualTo(i);
      heartbeat.heard();
    }
    assertThat(silences).isZero();
  }

  @Test
  void givesUp_afterThreeSilentPeriods_once() {
    heartbeat.start();
    time.pass(Duration.ofSeconds(59));
    assertThat(silences).isZero();
    time.pass(Duration.ofSeconds(1));
    assertThat(silences).isEqualTo(1);
    assertThat(pings).isEqualTo(2);
    time.pass(Duration.ofMinutes(10));
    assertThat(silences).isEqualTo(1);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void stops() {
    heartbeat.start();
    heartbeat.stop();
    time.pass(Duration.ofMinutes(10));
    assertThat(pings + silences).isZero();
  }
}
