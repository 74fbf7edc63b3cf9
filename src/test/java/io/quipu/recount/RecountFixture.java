package io.quipu.recount;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.CasOutcome;
import io.quipu.store.Checkpoint;
import io.quipu.store.Partition;
import io.quipu.store.RowShare;
import io.quipu.store.TestRows;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A counter to be recounted; times are in seconds after noon. */
abstract class RecountFixture {
  static final CounterName A = new CounterName("votes", "a");
  static final long MINUTE = 60;
  static final long HOUR = 3_600;
  static final long DAY = 86_400;

  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  final ScriptedEventStore events = new ScriptedEventStore();
  final ScriptedMemberStore members = new ScriptedMemberStore();
  final HandDrivenTime time = new HandDrivenTime();
  final RowShare share = new RowShare(100_000);
  final Recounting recounting = new Recounting(checkpoints, events, members, share.on(time), time);

  static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  void put(long second, long delta) {
    events.put(A, second(second), delta);
  }

  void put(long second, long delta, String id, int window) {
    assertThat(events.put(A, second(second), delta, id, window)).isNotNull();
  }

  /** By a settler that knows only what is stored. */
  void settle(long horizon) {
    Checkpointer checkpointer =
        new Checkpointer(
            checkpoints,
            events,
            members,
            new ScriptedCounterDirectory(),
            new HandDrivenTime(),
            TestRows.plenty(),
            new CheckpointMeters(new SimpleMeterRegistry()));
    assertThat(Done.value(checkpointer.settle(A, second(horizon))).settled()).isTrue();
  }

  /** Collects what lies before, at once. */
  void collect(long before) {
    assertThat(Done.value(checkpoints.collect(A, checkpoints.stored(A), second(before))))
        .isEqualTo(CasOutcome.APPLIED);
    for (Partition partition : Done.value(events.partitions(A, EventTime.MIN))) {
      if (partition.start().isBefore(second(before))) {
        delete(partition);
      }
    }
  }

  void delete(long second) {
    delete(new Partition(A, Partition.bucketOf(second(second)), 0));
  }

  private void delete(Partition partition) {
    assertThat(Done.value(events.delete(partition))).isEqualTo(WriteOutcome.WRITTEN);
  }

  /** Lets time pass until then: members expire a day after their window. */
  void waitUntil(long second) {
    Duration left = Duration.between(time.wall().instant(), second(second).instant());
    time.pass(left);
    members.forget(
        A,
        member ->
            member.window() != DeduplicationWindow.FOREVER
                && !EventTime.of(member.at())
                    .plusTicks((member.window() + DAY) * EventTime.TICKS_PER_SECOND)
                    .isAfter(second(second)));
  }

  /** Makes the store say something else of windows, and of the total. */
  void corrupt(Map<Window, Tally> windows, Tally total) {
    Checkpoint now = checkpoints.stored(A);
    Checkpoint corrupted = new Checkpoint(total, now.until(), now.epochs(), now.collected());
    assertThat(checkpoints.advanced(A, now, corrupted, windows)).isTrue();
  }

  void corruptTotal(Tally total) {
    corrupt(Map.of(), total);
  }

  void corrupt(Granularity granularity, long second, Tally tally) {
    corrupt(Map.of(granularity.windowOf(second(second)), tally), checkpoints.stored(A).total());
  }

  RecountReport recount() {
    return Done.value(recounting.recount(A, RecountTurn.Recount.WANTED));
  }

  static void assertExact(RecountReport report, long count, boolean complete) {
    assertThat(report.count()).isEqualTo(big(count));
    assertThat(report.recounted()).isEqualTo(big(count));
    assertThat(report.drift()).isZero();
    assertThat(report.complete()).isEqualTo(complete);
  }
}
