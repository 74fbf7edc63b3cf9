package io.quipu.engine.writer;

import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WatermarkTest {
  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final Watermark watermark = new Watermark(incarnation(time, 7), 3);

  @Test
  void mintsFromGroupTime() {
    time.passMillis(1);
    assertThat(watermark.mint(1).first()).isEqualTo(start.plusTicks(10_000));
  }

  @Test
  void mintsStrictlyIncreasing_whenTimeStandsStill() {
    Watermark.Minted first = watermark.mint(2);
    Watermark.Minted second = watermark.mint(1);
    assertThat(EventTime.of(first.at(1))).isEqualTo(start.plusTicks(1));
    assertThat(EventTime.of(second.at(0))).isEqualTo(start.plusTicks(2));
  }

  @Test
  void neverMintsBelowTheFloor() {
    EventTime floor = start.plusTicks(1_000_000);
    Incarnation some = incarnation(time, 1);
    Incarnation above = new Incarnation(some.writer(), 1, floor, some.lease(), some.time());
    assertThat(new Watermark(above, 0).mint(1).first()).isEqualTo(floor);
  }

  @Test
  void putsNumberAndLaneIntoTheTimeuuid_soThatNoTwoAreTheSame() {
    UUID at = watermark.mint(1).at(0);
    assertThat(at.version()).isEqualTo(1);
    assertThat(at.variant()).isEqualTo(2);
    assertThat(at.node()).isEqualTo(0x0100_0000_0007L);
    assertThat(at.clockSequence()).isEqualTo(3);
    assertThat(new Watermark(incarnation(time, 7), 4).mint(1).at(0)).isNotEqualTo(at);
    assertThat(new Watermark(incarnation(time, 8), 3).mint(1).at(0)).isNotEqualTo(at);
  }

  @Test
  void lowIsTheNextToBeMinted_whenNothingIsUndecided() {
    EventTime low = watermark.low();
    assertThat(low).isEqualTo(start);
    assertThat(watermark.mint(1).first()).isEqualTo(low);
  }

  @Test
  void lowIsTheOldestUndecided_howeverLateItIs() {
    Watermark.Minted first = watermark.mint(1);
    Watermark.Minted second = watermark.mint(1);
    Watermark.Minted third = watermark.mint(1);
    time.passMillis(9_000);
    second.decide();
    assertThat(watermark.low()).isEqualTo(first.first());
    first.decide();
    assertThat(watermark.low()).isEqualTo(third.first());
    third.decide();
    assertThat(watermark.low()).isEqualTo(start.plusTicks(90_000_000));
  }

  @Test
  void mintsNothingBelowALowThatItReturned_whateverHappensInBetween() {
    Random random = new Random(20_260_101);
    List<Watermark.Minted> undecided = new ArrayList<>();
    Set<UUID> seen = new HashSet<>();
    EventTime last = EventTime.MIN;
    EventTime promised = EventTime.MIN;
    for (int i = 0; i < 20_000; i++) {
      switch (random.nextInt(4)) {
        case 0 -> time.pass(Duration.ofNanos(random.nextInt(2_000_000)));
        case 1 -> {
          int rows = 1 + random.nextInt(128);
          Watermark.Minted minted = watermark.mint(rows);
          assertThat(minted.first()).isGreaterThan(last).isGreaterThanOrEqualTo(promised);
          for (int row = 0; row < rows; row++) {
            assertThat(seen.add(minted.at(row))).isTrue();
          }
          last = EventTime.of(minted.at(rows - 1));
          undecided.add(minted);
        }
        case 2 -> {
          if (!undecided.isEmpty()) {
            undecided.remove(random.nextInt(undecided.size())).decide();
          }
        }
        default -> {
          EventTime low = watermark.low();
          assertThat(low).isGreaterThanOrEqualTo(promised);
          undecided.forEach(minted -> assertThat(low).isLessThanOrEqualTo(minted.first()));
          promised = low;
        }
      }
    }
    assertThat(seen).hasSizeGreaterThan(100_000);
  }

  @Test
  void fillsABucketToItsLastTick() {
    time.pass(Duration.ofSeconds(EventPartition.BUCKET_SECONDS).minusNanos(100 * 5));
    EventTime end = start.plusTicks(50_000_000);
    Watermark.Minted fits = watermark.mint(5);
    assertThat(fits.first()).isEqualTo(end.plusTicks(-5));
    assertThat(watermark.mint(1).first()).isEqualTo(end);
  }

  @Test
  void neverLetsARunStraddleTwoBuckets() {
    for (int left = 1; left <= 4; left++) {
      HandDrivenTime clock = new HandDrivenTime();
      Watermark fresh = new Watermark(incarnation(clock, 1), 0);
      clock.pass(Duration.ofSeconds(EventPartition.BUCKET_SECONDS).minusNanos(100L * left));
      Watermark.Minted run = fresh.mint(3);
      assertThat(EventPartition.bucketOf(EventTime.of(run.at(2))))
          .as("with %s ticks left", left)
          .isEqualTo(EventPartition.bucketOf(run.first()));
    }
  }

  @Test
  void refusesRowsLanesAndRunsOutOfRange() {
    Watermark.Minted run = watermark.mint(2);
    assertThatThrownBy(() -> run.at(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> run.at(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalArgumentException().isThrownBy(() -> watermark.mint(50_000_001));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Watermark(incarnation(time, 1), 0x4000));
    assertThatIllegalArgumentException().isThrownBy(() -> new Watermark(incarnation(time, 1), -1));
  }

  @Test
  void waitsForTheLastOfSeveralWritesOfARow() {
    Watermark.Minted first = watermark.mint(1, 3);
    Watermark.Minted later = watermark.mint(2);
    later.decide();
    first.decide();
    first.decide();
    assertThat(watermark.low()).isEqualTo(first.first());
    first.decide();
    assertThat(watermark.low()).isGreaterThan(later.first());
    assertThatThrownBy(first::decide).isInstanceOf(IllegalStateException.class);
  }
}
