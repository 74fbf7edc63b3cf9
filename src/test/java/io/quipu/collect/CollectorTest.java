package io.quipu.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedDueBuckets;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.DueBuckets.Bucket;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CollectorTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long MINUTE = NOON.epochSecond();
  private static final Duration WAIT = Duration.ofSeconds(60);
  private static final int SLOT_A = new Bucket(A, MINUTE).slot();
  private static final int SLOT_B = new Bucket(B, MINUTE).slot();

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedDueBuckets due = new ScriptedDueBuckets();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final CollectionMeters meters = new CollectionMeters(registry);
  private final Checkpointer checkpointer =
      new Checkpointer(
          checkpoints,
          events,
          new ScriptedMemberStore(),
          new ScriptedCounterDirectory(),
          time,
          TestRows.plenty(),
          new CheckpointMeters(new SimpleMeterRegistry()));
  private Collector collector = fresh();

  /** A new one over the same stores, as after a crash. */
  private Collector fresh() {
    return new Collector(
        due, checkpoints, events, checkpointer::settleForCollection, time, WAIT, meters);
  }

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private static Bucket bucket(CounterName counter, long second) {
    return new Bucket(counter, Partition.bucketOf(second(second)));
  }

  /** A row, and its bucket in the list of those that fall due in the next minute. */
  private void put(CounterName counter, long second) {
    events.put(counter, second(second), 1);
    Bucket bucket = bucket(counter, second);
    due.enter(bucket.start() + 60, bucket);
  }

  private void settle(CounterName counter, long horizon) {
    assertThat(Done.value(checkpointer.settle(counter, second(horizon))).settled()).isTrue();
  }

  private CompletionStage<Void> round(long horizon) {
    long passed = Partition.bucketOf(second(horizon));
    return round(Map.of(SLOT_A, passed, SLOT_B, passed), horizon);
  }

  private CompletionStage<Void> round(Map<Integer, Long> passed, long horizon) {
    return collector.round(passed, NOON, second(horizon));
  }

  private EventTime collected(CounterName counter) {
    return checkpoints.stored(counter).collected();
  }

  private boolean isEntered(CounterName counter, long second) {
    Bucket bucket = bucket(counter, second);
    return due.entered(bucket.start() + 60).contains(bucket);
  }

  @Test
  void announcesFirst_waits_andThenDeletes() {
    put(A, 5);
    put(A, 65);
    settle(A, 130);
    Done.value(round(130));
    assertThat(collected(A)).isEqualTo(second(60));
    assertThat(events.rowsOf(A)).hasSize(2);

    time.passMillis(59_999);
    Done.value(round(135));
    assertThat(events.rowsOf(A)).as("not before the wait is over").hasSize(2);
    assertThat(isEntered(A, 5)).isTrue();

    time.passMillis(1);
    Done.value(round(136));
    assertThat(events.rowsOf(A)).hasSize(1);
    assertThat(events.isAnnounced(new Partition(A, MINUTE, 0))).isFalse();
    assertThat(events.isAnnounced(new Partition(A, MINUTE + 60, 0))).isTrue();
    assertThat(isEntered(A, 5)).isFalse();
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
    assertThat(registry.counter("quipu.buckets.collected").count()).isEqualTo(1);
  }

  @Test
  void deletesAllShardsOfTheBucket_andNoOtherBucket() {
    put(A, 5);
    put(A, 65);
    events.announceNow(new Partition(A, MINUTE, 1));
    events.announceNow(new Partition(A, MINUTE, 7));
    settle(A, 130);
    Done.value(round(130));
    time.pass(WAIT);
    Done.value(round(131));
    assertThat(Done.value(events.partitions(A, EventTime.MIN)))
        .containsExactly(new Partition(A, MINUTE + 60, 0));
  }

  @Test
  void leavesAMinute_thatTheHorizonHasNotPassed() {
    put(A, 5);
    settle(A, 119);
    Done.value(round(119));
    assertThat(collected(A)).isEqualTo(EventTime.MIN);
    assertThat(due.script.calls(ScriptedDueBuckets.Call.DUE_IN)).isEqualTo(1);
    Done.value(round(120));
    assertThat(collected(A)).isEqualTo(second(60));
  }

  @Test
  void readsNoMinute_forWhichSomethingMayStillBeEntered() {
    settle(A, 300);
    Map<Integer, Long> passed = new HashMap<>(Map.of(SLOT_A, MINUTE, SLOT_B, MINUTE + 300));
    Done.value(round(passed, 300));
    put(A, 5);
    settle(A, 300);
    passed.put(SLOT_A, MINUTE + 300);
    Done.value(round(passed, 300));
    assertThat(collected(A)).isEqualTo(second(60));
  }

  @Test
  void movesAnIdleCheckpointPastItsLastBucket() {
    put(A, 5);
    settle(A, 20);
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(20));
    Done.value(round(130));
    Done.value(round(131));
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(60));
    assertThat(collected(A)).isEqualTo(second(60));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
    time.pass(WAIT);
    Done.value(round(132));
    assertThat(events.rowsOf(A)).isEmpty();
  }

  @Test
  void settlesWhatIsNotSettled_beforeItCollectsIt() {
    put(A, 5);
    for (int i = 0; i < 5; i++) {
      Done.value(round(130 + i));
      time.pass(WAIT);
    }
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
    assertThat(events.rowsOf(A)).isEmpty();
  }

  @Test
  void deletesNothing_aboveUntil() {
    put(A, 5);
    checkpoints.script.next(
        ScriptedCheckpointStore.Call.ADVANCE,
        Fate.NEVER_APPLIED,
        Fate.NEVER_APPLIED,
        Fate.NEVER_APPLIED);
    for (int i = 0; i < 3; i++) {
      Done.value(round(130 + i));
      time.pass(WAIT);
    }
    assertThat(checkpoints.stored(A).until()).isEqualTo(EventTime.MIN);
    assertThat(collected(A)).isEqualTo(EventTime.MIN);
    assertThat(events.rowsOf(A)).hasSize(1);
    assertThat(isEntered(A, 5)).isTrue();
  }

  @Test
  void forgetsABucket_ofWhichNothingWasEverAcknowledged() {
    events.announceNow(new Partition(A, MINUTE, 0));
    due.enter(MINUTE + 60, bucket(A, 5));
    Done.value(round(130));
    assertThat(due.minutes()).isEmpty();
    assertThat(checkpoints.stored(A).isFirst()).isTrue();
    assertThat(events.script.calls(ScriptedEventStore.Call.DELETE)).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fate.class,
      names = {"ANSWER_LOST", "NEVER_APPLIED"})
  void neverAssumes_whatBecameOfAnUnknownAnnouncement(Fate fate) {
    put(A, 5);
    settle(A, 130);
    checkpoints.script.next(ScriptedCheckpointStore.Call.COLLECT, fate);
    Done.value(round(130));
    time.pass(WAIT);
    Done.value(round(131));
    assertThat(events.rowsOf(A)).as("the wait begins when it was seen").hasSize(1);
    assertThat(collected(A)).isEqualTo(second(60));
    time.passMillis(59_999);
    Done.value(round(132));
    assertThat(events.rowsOf(A)).hasSize(1);
    time.passMillis(1);
    Done.value(round(133));
    assertThat(events.rowsOf(A)).isEmpty();
  }

  @Test
  void deletesNothing_whileTheAnnouncementIsNotSeen() {
    put(A, 5);
    settle(A, 130);
    checkpoints.script.next(ScriptedCheckpointStore.Call.COLLECT, Fate.LATE, Fate.NEVER_APPLIED);
    Done.value(round(130));
    time.pass(WAIT);
    Done.value(round(131));
    time.pass(WAIT);
    assertThat(events.rowsOf(A)).hasSize(1);
    checkpoints.script.deliverLate();
    Done.value(round(132));
    assertThat(events.rowsOf(A)).hasSize(1);
    time.pass(WAIT);
    Done.value(round(133));
    assertThat(events.rowsOf(A)).isEmpty();
  }

  @Test
  void waitsAgain_afterACrashInTheWait() {
    put(A, 5);
    settle(A, 130);
    Done.value(round(130));
    time.passMillis(59_000);
    collector = fresh();
    Done.value(round(190));
    time.passMillis(59_999);
    Done.value(round(250));
    assertThat(events.rowsOf(A)).hasSize(1);
    time.passMillis(1);
    Done.value(round(251));
    assertThat(events.rowsOf(A)).isEmpty();
    assertThat(due.minutes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
  void finishes_whereverItsPredecessorCrashed(int calls) {
    put(A, 5);
    put(A, 65);
    events.announceNow(new Partition(A, MINUTE, 1));
    settle(A, 70);
    crashAfter(calls);
    collector = fresh();
    for (int i = 0; i < 6; i++) {
      Done.value(round(300 + i));
      time.pass(WAIT);
    }
    assertThat(events.rowsOf(A)).isEmpty();
    assertThat(Done.value(events.partitions(A, EventTime.MIN))).isEmpty();
    assertThat(due.minutes()).isEmpty();
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
    assertThat(due.stored()).containsEntry(SLOT_A, MINUTE + 300);
  }

  /** Lets a collector go as far as some calls that change something, and no further. */
  private void crashAfter(int calls) {
    int[] left = {calls};
    Runnable die =
        () -> {
          if (left[0]-- <= 0) {
            checkpoints.script.down(true);
            events.script.down(true);
            due.script.down(true);
          }
        };
    for (int i = 0; i < 40; i++) {
      checkpoints.script.before(ScriptedCheckpointStore.Call.ADVANCE, die);
      checkpoints.script.before(ScriptedCheckpointStore.Call.COLLECT, die);
      events.script.before(ScriptedEventStore.Call.DELETE, die);
      due.script.before(ScriptedDueBuckets.Call.REMOVE, die);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(round(200 + i).toCompletableFuture()).isDone();
      time.pass(WAIT);
    }
    left[0] = Integer.MAX_VALUE;
    checkpoints.script.down(false);
    events.script.down(false);
    due.script.down(false);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fate.class,
      names = {"ANSWER_LOST", "NEVER_APPLIED", "REFUSED"})
  void keepsTheEntry_untilTheRowsAreGoneForCertain(Fate fate) {
    put(A, 5);
    settle(A, 130);
    Done.value(round(130));
    time.pass(WAIT);
    events.script.next(ScriptedEventStore.Call.DELETE, fate);
    assertThat(Done.failure(round(131))).isInstanceOf(StoreUnavailable.class);
    assertThat(isEntered(A, 5)).isTrue();
    assertThat(registry.counter("quipu.collections.failed").count()).isEqualTo(1);
    events.announceNow(new Partition(A, MINUTE, 0));
    Done.value(round(132));
    assertThat(isEntered(A, 5)).isFalse();
    assertThat(events.rowsOf(A)).isEmpty();
  }

  @Test
  void storesProgress_onlyUpToWhatIsLeft() {
    put(A, 5);
    put(B, 5);
    settle(A, 300);
    settle(B, 300);
    checkpoints.script.next(
        ScriptedCheckpointStore.Call.COLLECT, Fate.ANSWERED, Fate.NEVER_APPLIED);
    Done.value(round(300));
    assertThat(due.stored()).isEqualTo(Map.of(SLOT_A, MINUTE + 60, SLOT_B, MINUTE + 60));
    time.pass(WAIT);
    Done.value(round(301));
    assertThat(due.stored()).isEqualTo(Map.of(SLOT_A, MINUTE + 300, SLOT_B, MINUTE + 60));
    time.pass(WAIT);
    Done.value(round(302));
    assertThat(due.stored()).isEqualTo(Map.of(SLOT_A, MINUTE + 300, SLOT_B, MINUTE + 300));
  }

  @Test
  void beginsWhereAMinuteIsPassedAgain_evenIfItWasCollectedBefore() {
    due.stored().put(SLOT_A, MINUTE + 300);
    put(A, 5);
    settle(A, 300);
    Done.value(round(Map.of(SLOT_A, MINUTE), 60));
    Done.value(round(Map.of(SLOT_A, MINUTE + 300), 300));
    assertThat(collected(A)).isEqualTo(second(60));
  }

  @Test
  void goesOnWithOthers_whenOneFails() {
    put(A, 5);
    put(B, 5);
    settle(A, 130);
    settle(B, 130);
    checkpoints.script.next(ScriptedCheckpointStore.Call.READ_SERIAL, Fate.UNAVAILABLE);
    assertThat(Done.failure(round(130))).isInstanceOf(StoreUnavailable.class);
    assertThat(List.of(collected(A), collected(B)))
        .containsExactlyInAnyOrder(EventTime.MIN, second(60));
    Done.value(round(131));
    assertThat(List.of(collected(A), collected(B))).containsOnly(second(60));
  }

  @Test
  void doesNotTryThemAll_whileEverythingFails() {
    for (int i = 0; i < 200; i++) {
      Bucket entry = new Bucket(A, MINUTE - 60L * i);
      due.enter(MINUTE + 60, entry);
    }
    Done.value(round(119));
    checkpoints.script.down(true);
    assertThat(Done.failure(round(120))).isInstanceOf(Exception.class);
    assertThat(checkpoints.script.calls(ScriptedCheckpointStore.Call.READ_SERIAL)).isLessThan(40);
  }

  @Test
  void leavesTheSlotsOfOthers() {
    put(A, 5);
    put(B, 5);
    settle(A, 300);
    settle(B, 300);
    Done.value(round(Map.of(SLOT_A, MINUTE + 300), 300));
    assertThat(collected(A)).isEqualTo(second(60));
    assertThat(collected(B)).isEqualTo(EventTime.MIN);
    Done.value(round(Map.of(SLOT_B, MINUTE + 300), 301));
    assertThat(collected(B)).isEqualTo(second(60));
    time.pass(WAIT);
    Done.value(round(Map.of(SLOT_B, MINUTE + 300), 302));
    assertThat(events.rowsOf(A)).as("another's by now").hasSize(1);
    assertThat(events.rowsOf(B)).isEmpty();
  }

  @Test
  void doesNotMoveBack_whatAnotherBucketAnnounced() {
    put(A, 5);
    put(A, 65);
    due.enter(MINUTE + 600, bucket(A, 5));
    assertThat(Done.value(due.remove(MINUTE + 60, bucket(A, 5)))).isNotNull();
    settle(A, 900);
    Done.value(round(200));
    assertThat(collected(A)).isEqualTo(second(120));
    time.pass(WAIT);
    Done.value(round(700));
    assertThat(collected(A)).isEqualTo(second(120));
    assertThat(events.rowsOf(A)).hasSize(1);
    time.pass(WAIT);
    Done.value(round(701));
    assertThat(events.rowsOf(A)).isEmpty();
  }
}
