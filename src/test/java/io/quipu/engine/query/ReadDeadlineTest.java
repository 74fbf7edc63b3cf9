package io.quipu.engine.query;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadDeadlineTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final ReadDeadline bound = new ReadDeadline(time, Duration.ofSeconds(60));

  @Test
  void failsAReadThatTookHalfTheWait() {
    long started = bound.start();
    time.passMillis(29_999);
    assertThatCode(() -> bound.check(started)).doesNotThrowAnyException();
    time.passMillis(1);
    assertThatThrownBy(() -> bound.check(started)).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void doesNotHearOfTheWallClock() {
    long started = bound.start();
    time.jumpWall(Duration.ofDays(-1));
    time.passMillis(30_000);
    assertThatThrownBy(() -> bound.check(started)).isInstanceOf(StoreUnavailable.class);
  }
}
