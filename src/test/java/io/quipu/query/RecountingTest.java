package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.metrics.CheckpointMeters;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.MemoryCheckpointStore;
import io.quipu.store.MemoryDirectory;
import io.quipu.store.MemoryEventStore;
import io.quipu.store.MemoryMemberStore;
import io.quipu.store.Partition;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecountingTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final MemoryCheckpointStore checkpoints = new MemoryCheckpointStore();
  private final MemoryEventStore events = new MemoryEventStore();
  private final MemoryMemberStore members = new MemoryMemberStore();
  private final Checkpointer checkpointer =
      new Checkpointer(
          checkpoints,
          events,
          members,
          new MemoryDirectory(),
          new HandDrivenTime(),
          new CheckpointMeters(new SimpleMeterRegistry()));
  private final Recounting recounting = new Recounting(checkpoints, events, members);

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void settle(long horizon) {
    assertThat(Done.value(checkpointer.settle(A, second(horizon))).settled()).isTrue();
  }

  private RecountReport recount() {
    return Done.value(recounting.recount(A));
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Test
  void findsNothing_whereNothingWasSettled() {
    events.put(A, second(1), 1);
    assertThat(recount()).isEqualTo(new RecountReport(big(0), big(0), 0, true));
  }

  @Test
  void agrees_withWhatWasSettled_duplicatesAndConflictsIncluded() {
    events.put(A, second(1), 5);
    events.put(A, second(2), 7, "x", FOREVER);
    settle(30);
    events.put(A, second(40), 7, "x", FOREVER);
    events.put(A, second(70), 8, "x", FOREVER);
    events.put(A, second(71), 1, "y", FOREVER);
    settle(100);
    events.put(A, second(101), 1_000);
    assertThat(recount()).isEqualTo(new RecountReport(big(13), big(13), 4, true));
  }

  @Test
  void recountsMoreIdsThanItHoldsAtOnce() {
    for (int i = 0; i < 120_000; i++) {
      events.put(A, second(1).plusTicks(i), 1, "id-" + i % 100_000, FOREVER);
    }
    settle(30);
    assertThat(recount().recounted()).isEqualTo(big(100_000));
    assertThat(recount().drift()).isZero();
  }

  @Test
  void reportsATotalThatIsWrong() {
    events.put(A, second(1), 5);
    settle(30);
    Checkpoint now = checkpoints.stored(A);
    assertThat(checkpoints.advanced(A, now, now.plain(Tally.of(6, 1), second(31)), Map.of()))
        .isTrue();
    assertThat(recount().drift()).isEqualTo(big(-1));
  }

  @Test
  void reportsAWindowThatIsWrong_thoughTheTotalIsRight() {
    events.put(A, second(1), 5);
    events.put(A, second(61), 5);
    settle(130);
    Checkpoint now = checkpoints.stored(A);
    Window minute = Granularity.MINUTE.windowOf(NOON);
    assertThat(
            checkpoints.advanced(
                A, now, now.plain(now.total(), second(131)), Map.of(minute, Tally.of(4, 1))))
        .isTrue();
    assertThat(recount().drift()).isEqualTo(big(1));
  }

  @Test
  void reportsARowThatIsMissing() {
    events.put(A, second(1), 5);
    events.put(A, second(61), 6);
    settle(130);
    Done.value(events.delete(new Partition(A, Partition.bucketOf(NOON), 0)));
    assertThat(recount().drift()).isEqualTo(big(-5));
  }

  @Test
  void leavesOutARowThatAppearedLate_whereAMemberSaysWhichCounted() {
    events.put(A, second(70), 5, "x", FOREVER);
    settle(80);
    events.put(A, second(1), 5, "x", FOREVER);
    assertThat(recount().drift()).isZero();
  }

  @Test
  void checksWhatIsRetained_whenTheRestWasCollected() {
    events.put(A, second(1), 5, "x", FOREVER);
    events.put(A, second(61), 5, "x", FOREVER);
    events.put(A, second(62), 3);
    settle(130);
    Checkpoint now = checkpoints.stored(A);
    assertThat(Done.value(checkpoints.collect(A, now, second(60)))).isEqualTo(CasOutcome.APPLIED);
    Done.value(events.delete(new Partition(A, Partition.bucketOf(NOON), 0)));
    RecountReport report = recount();
    assertThat(report.complete()).isFalse();
    assertThat(report.count()).isEqualTo(big(3));
    assertThat(report.recounted()).isEqualTo(big(3));
    assertThat(report.drift()).isZero();
    assertThat(report.windowsChecked()).isEqualTo(1);
  }
}
