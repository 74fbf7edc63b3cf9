package io.quipu.engine.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterRegistry.WriterRow;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FailureDetectorTest {
  private static final UUID WRITER = new UUID(0, 1);
  private static final Duration LEASE = Duration.ofSeconds(5);

  private final HandDrivenTime time = new HandDrivenTime();
  private final FailureDetector watch = new FailureDetector(time);

  private static WriterRow row(long seq, State state) {
    return new WriterRow(WRITER, seq, state, EventTime.MIN, EventTime.MIN, LEASE);
  }

  private List<WriterRow> see(long seq) {
    return watch.silent(List.of(row(seq, State.LIVE)));
  }

  @Test
  void findsAWriterSilent_afterThreeOfItsLeasesAtTheSameSeq() {
    assertThat(see(4)).isEmpty();
    time.passMillis(14_999);
    assertThat(see(4)).isEmpty();
    time.passMillis(1);
    assertThat(see(4)).containsExactly(row(4, State.LIVE));
  }

  @Test
  void countsFromItsOwnFirstSight_howeverOldTheRowIs() {
    time.pass(Duration.ofHours(1));
    assertThat(see(4)).isEmpty();
  }

  @Test
  void startsAgain_whenSeqMoves() {
    assertThat(see(4)).isEmpty();
    time.passMillis(14_000);
    assertThat(see(5)).isEmpty();
    time.passMillis(14_000);
    assertThat(see(5)).isEmpty();
    time.passMillis(1_000);
    assertThat(see(5)).hasSize(1);
  }

  @Test
  void ignoresTheWallClock() {
    assertThat(see(4)).isEmpty();
    time.jumpWall(Duration.ofHours(1));
    assertThat(see(4)).isEmpty();
  }

  @Test
  void neverFindsAnEndedWriterSilent() {
    assertThat(see(4)).isEmpty();
    time.pass(LEASE.multipliedBy(3));
    assertThat(watch.silent(List.of(row(4, State.DEAD)))).isEmpty();
    assertThat(watch.silent(List.of(row(4, State.RETIRED)))).isEmpty();
  }

  @Test
  void forgetsAWriterThatWasAway() {
    assertThat(see(4)).isEmpty();
    assertThat(watch.silent(List.of())).isEmpty();
    time.pass(LEASE.multipliedBy(3));
    assertThat(see(4)).isEmpty();
  }
}
