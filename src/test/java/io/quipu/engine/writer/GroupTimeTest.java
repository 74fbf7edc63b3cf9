package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class GroupTimeTest {
  private static final EventTime START = EventTime.of(Instant.parse("2030-05-05T05:05:05Z"));

  private final HandDrivenTime time = new HandDrivenTime();
  private final GroupTime group = new GroupTime(time, START);

  @Test
  void runsOnTheMonotonicClock() {
    time.passMillis(1_500);
    assertThat(group.now()).isEqualTo(START.plusTicks(15_000_000));
  }

  @Test
  void doesNotHearOfJumpsOfTheWallClock() {
    time.jumpWall(Duration.ofDays(30));
    assertThat(group.now()).isEqualTo(START);
    time.jumpWall(Duration.ofDays(-60));
    assertThat(group.now()).isEqualTo(START);
  }

  @Test
  void isPulledForward_andRunsOnFromThere() {
    time.passMillis(100);
    group.pullForward(START.plusTicks(50_000_000));
    assertThat(group.now()).isEqualTo(START.plusTicks(50_000_000));
    time.passMillis(100);
    assertThat(group.now()).isEqualTo(START.plusTicks(51_000_000));
  }

  @Test
  void isNeverPulledBack() {
    time.passMillis(100);
    group.pullForward(START);
    assertThat(group.now()).isEqualTo(START.plusTicks(1_000_000));
  }

  @Test
  void stopsAtTheEndOfTimeuuids() {
    group.pullForward(EventTime.MAX);
    time.passMillis(1);
    assertThat(group.now()).isEqualTo(EventTime.MAX);
  }

  @Test
  void saysHowFarItIsAheadOfTheWallClock() {
    GroupTime ahead = new GroupTime(time, time.wall().plusTicks(30_000_000));
    assertThat(ahead.secondsAheadOfWall()).isCloseTo(3, within(1e-6));
    time.jumpWall(Duration.ofSeconds(5));
    assertThat(ahead.secondsAheadOfWall()).isCloseTo(-2, within(1e-6));
  }
}
