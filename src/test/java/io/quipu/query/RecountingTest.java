package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.quipu.store.Fate;
import io.quipu.store.MemberStore.Member;
import io.quipu.store.MemoryCheckpointStore;
import io.quipu.store.MemoryCheckpointStore.Call;
import io.quipu.store.MemoryDirectory;
import io.quipu.store.MemoryEventStore;
import io.quipu.store.MemoryMemberStore;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecountingTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final long MINUTE = 60;
  private static final long HOUR = 3_600;
  private static final long DAY = 86_400;

  private final MemoryCheckpointStore checkpoints = new MemoryCheckpointStore();
  private final MemoryEventStore events = new MemoryEventStore();
  private final MemoryMemberStore members = new MemoryMemberStore();
  private final Recounting recounting = new Recounting(checkpoints, events, members);

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void put(long second, long delta) {
    events.put(A, second(second), delta);
  }

  private void put(long second, long delta, String id, int window) {
    assertThat(events.put(A, second(second), delta, id, window)).isNotNull();
  }

  private void settle(long horizon) {
    Checkpointer checkpointer =
        new Checkpointer(
            checkpoints,
            events,
            members,
            new MemoryDirectory(),
            new HandDrivenTime(),
            new CheckpointMeters(new SimpleMeterRegistry()));
    assertThat(Done.value(checkpointer.settle(A, second(horizon))).settled()).isTrue();
  }

  /** Collects what lies before, at once. */
  private void collect(long before) {
    assertThat(Done.value(checkpoints.collect(A, checkpoints.stored(A), second(before))))
        .isEqualTo(CasOutcome.APPLIED);
    for (Partition partition : Done.value(events.partitions(A, EventTime.MIN))) {
      if (partition.start().isBefore(second(before))) {
        assertThat(Done.value(events.delete(partition))).isEqualTo(WriteOutcome.WRITTEN);
      }
    }
  }

  private RecountReport recount() {
    return Done.value(recounting.recount(A));
  }

  private static void assertExact(RecountReport report, long count, boolean complete) {
    assertThat(report.count()).isEqualTo(BigInteger.valueOf(count));
    assertThat(report.recounted()).isEqualTo(BigInteger.valueOf(count));
    assertThat(report.drift()).isZero();
    assertThat(report.complete()).isEqualTo(complete);
  }

  /** Makes the store say something else of a window, or of the total. */
  private void corrupt(Map<Window, Tally> windows, Tally total) {
    Checkpoint now = checkpoints.stored(A);
    Checkpoint corrupted = new Checkpoint(total, now.until(), now.epochs(), now.collected());
    assertThat(checkpoints.advanced(A, now, corrupted, windows)).isTrue();
  }

  private void corrupt(Granularity granularity, long second, Tally tally) {
    corrupt(Map.of(granularity.windowOf(second(second)), tally), checkpoints.stored(A).total());
  }

  @Test
  void findsNoDrift_overDaysAndAllGranularities() {
    put(5, 5);
    put(MINUTE, -2);
    put(HOUR, 1);
    put(DAY, 100);
    put(2 * DAY + 1, 7);
    settle(2 * DAY + 2 * MINUTE);
    RecountReport report = recount();
    assertExact(report, 111, true);
    assertThat(report.windowsChecked()).as("minutes, hours, days").isEqualTo(5 + 4 + 3);
  }

  @Test
  void countsWhatIsSettled_andNotTheTail() {
    put(5, 5);
    put(65, 7);
    settle(60);
    assertExact(recount(), 5, true);
  }

  @Test
  void findsNothing_whereNothingWasSettled() {
    put(5, 5);
    assertExact(recount(), 0, true);
  }

  @Test
  void findsWhatASettlerOfTheMeanwhileChanges_neitherWrongNorMissing() {
    put(5, 5);
    settle(20);
    checkpoints.script.before(
        Call.WINDOW_SLICE,
        () -> {
          put(25, 7);
          settle(30);
        });
    assertExact(recount(), 5, true);
    assertExact(recount(), 12, true);
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAWindow_thatDisagrees(Granularity granularity) {
    put(5, 5);
    put(DAY + 1, 1);
    settle(2 * DAY);
    corrupt(granularity, 5, Tally.of(6, 1));
    RecountReport report = recount();
    assertThat(report.count()).isEqualTo(report.recounted());
    assertThat(report.drift()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAnOpenWindow_thatDisagrees(Granularity granularity) {
    put(5, 5);
    settle(20);
    corrupt(granularity, 5, Tally.of(6, 1));
    assertThat(recount().drift()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAWindow_ofWhichOnlyTheNumberOfEventsDisagrees(Granularity granularity) {
    put(5, 5);
    settle(2 * DAY);
    corrupt(granularity, 5, Tally.of(5, 2));
    assertThat(recount().drift()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Granularity.class)
  void reportsAWindow_withoutAnyRows(Granularity granularity) {
    put(5, 5);
    settle(2 * DAY);
    corrupt(granularity, DAY + 5, Tally.of(1, 1));
    assertThat(recount().drift()).isPositive();
  }

  @Test
  void reportsATotal_thatDisagrees() {
    put(5, 5);
    settle(60);
    corrupt(Map.of(), Tally.of(3, 1));
    assertThat(recount().drift()).isEqualTo(BigInteger.TWO);
    corrupt(Map.of(), Tally.of(5, 2));
    assertThat(recount().drift()).isPositive();
  }

  @Test
  void reportsARow_thatIsMissing_andOneTooMany() {
    put(5, 5);
    settle(60);
    put(6, 2);
    assertThat(recount().drift()).isEqualTo(BigInteger.TWO);
    Partition partition = Done.value(events.partitions(A, EventTime.MIN)).get(0);
    assertThat(Done.value(events.delete(partition))).isEqualTo(WriteOutcome.WRITTEN);
    assertThat(recount().drift()).isEqualTo(BigInteger.valueOf(-5));
  }

  @Test
  void changesNothing_whateverItFinds() {
    put(5, 5);
    settle(60);
    corrupt(Map.of(), Tally.of(3, 1));
    Checkpoint before = checkpoints.stored(A);
    Map<Window, Tally> windows = Map.copyOf(checkpoints.storedWindows(A));
    checkpoints.script.calls().clear();
    assertThat(recount().drift()).isNotZero();
    assertThat(checkpoints.stored(A)).isEqualTo(before);
    assertThat(checkpoints.storedWindows(A)).isEqualTo(windows);
    assertThat(checkpoints.script.calls()).containsOnly(Call.READ_SERIAL, Call.WINDOW_SLICE);
  }

  @Test
  void checksTheRetainedPart_whereRowsWereCollected() {
    put(5, 5);
    put(65, 7);
    put(HOUR, 1);
    settle(HOUR + 2 * MINUTE);
    collect(60);
    RecountReport report = recount();
    assertExact(report, 8, false);
    assertThat(report.windowsChecked()).as("two minutes, an open hour").isEqualTo(3);
  }

  @Test
  void reportsAWindowOfTheCollectedPart_thatNoLongerSumsUp() {
    put(5, 5);
    put(DAY, 1);
    settle(2 * DAY);
    collect(60);
    assertThat(recount().drift()).isZero();
    corrupt(Granularity.MINUTE, 5, Tally.of(6, 1));
    assertThat(recount().drift()).isPositive();
  }

  @Test
  void reportsATotal_thatTheWindowsDoNotSumUpTo_afterACollection() {
    put(5, 5);
    put(65, 1);
    settle(120);
    collect(60);
    corrupt(Map.of(), Tally.of(9, 2));
    assertThat(recount().drift()).isEqualTo(BigInteger.valueOf(3));
  }

  @Test
  void startsAgain_whenRowsAreCollectedMeanwhile() {
    put(5, 5);
    put(65, 7);
    settle(180);
    checkpoints.script.before(Call.WINDOW_SLICE, () -> collect(60));
    assertExact(recount(), 7, false);
  }

  @Test
  void givesUp_whenRowsAreCollectedAgainAndAgain() {
    for (int minute = 0; minute < 5; minute++) {
      put(minute * MINUTE, 1);
    }
    settle(600);
    for (int minute = 1; minute < 4; minute++) {
      long before = minute * MINUTE;
      // each attempt reads windows of one day: of days, of its hours, of its minutes
      checkpoints.script.before(Call.WINDOW_SLICE, () -> collect(before));
      checkpoints.script.before(Call.WINDOW_SLICE, () -> {});
      checkpoints.script.before(Call.WINDOW_SLICE, () -> {});
    }
    assertThat(Done.failure(recounting.recount(A))).isInstanceOf(StoreUnavailable.class);
    assertExact(recount(), 2, false);
  }

  @Test
  void countsAnIdOnce_andAgainAfterItsWindow() {
    put(1, 5, "x", 30);
    put(20, 5, "x", 30);
    put(31, 5, "x", 30);
    put(5, 1, "y", DeduplicationWindow.FOREVER);
    put(3 * HOUR, 1, "y", DeduplicationWindow.FOREVER);
    put(3 * HOUR, 100);
    settle(4 * HOUR);
    assertExact(recount(), 111, true);
  }

  @Test
  void doesNotTrustMembers_whereAllRowsAreThere() {
    put(1, 5, "x", DeduplicationWindow.USUAL);
    settle(10);
    long epoch = checkpoints.stored(A).epochs().current();
    put(70, 1, "y", DeduplicationWindow.USUAL);
    // a member of something that was never recorded makes the settler drop an event
    assertThat(
            Done.value(
                members.remember(
                    A,
                    List.of(
                        new Member(
                            "y", epoch, second(2).timeuuid(0, 1), 1, DeduplicationWindow.USUAL)))))
        .isEqualTo(WriteOutcome.WRITTEN);
    settle(120);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(5, 1));
    assertThat(recount().drift()).isEqualTo(BigInteger.ONE);
  }

  @Test
  void knowsFromMembers_whatCountedBeforeTheCollection() {
    put(1, 5, "x", DeduplicationWindow.USUAL);
    settle(30);
    put(65, 5, "x", DeduplicationWindow.USUAL);
    put(66, 1, "new", DeduplicationWindow.USUAL);
    put(67, 1, "new", DeduplicationWindow.USUAL);
    settle(120);
    collect(60);
    RecountReport report = recount();
    assertExact(report, 1, false);
    assertThat(report.windowsChecked()).isEqualTo(1);
    put(80, 1, "late", DeduplicationWindow.USUAL);
    assertThat(recount().windowsChecked()).as("of which nobody knows").isZero();
  }

  @Test
  void saysNothing_whereMembersAreGone_andGoesOnAfterTheirWindow() {
    put(1, 5, "x", 100);
    settle(30);
    put(65, 5, "x", 100);
    put(130, 5, "x", 100);
    put(240, 5, "x", 100);
    put(241, 5, "x", 100);
    put(70, 1);
    settle(300);
    collect(60);
    Recounting forgotten = new Recounting(checkpoints, events, new MemoryMemberStore());
    RecountReport report = Done.value(forgotten.recount(A));
    assertExact(report, 5, false);
    corrupt(Granularity.MINUTE, 240, Tally.of(10, 2));
    assertThat(Done.value(forgotten.recount(A)).drift()).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void findsNoDrift_whateverWasRecorded_settledAndCollected(long seed) {
    Random random = new Random(seed);
    int[] windows = {DeduplicationWindow.FOREVER, 30, 90, 600, DeduplicationWindow.USUAL};
    int window = windows[random.nextInt(windows.length)];
    long now = 0;
    for (int step = 0; step < 40; step++) {
      for (int i = random.nextInt(30); i > 0; i--) {
        long at = now + random.nextInt(45);
        if (random.nextInt(4) == 0) {
          put(at, random.nextInt(100) - 50);
        } else {
          put(at, 1 + random.nextInt(3), "id" + random.nextInt(60), window);
        }
      }
      now += 45;
      settle(now);
      if (step % 10 == 9) {
        assertThat(recount().drift()).as("seed %s, step %s", seed, step).isZero();
        collect(now - now % 60 - 60L * random.nextInt(5));
        RecountReport report = recount();
        assertThat(report.drift()).as("seed %s, step %s", seed, step).isZero();
        assertThat(report.complete()).isFalse();
      }
    }
  }

  @Test
  void holdsFewRowsAtOnce_howeverManyABucketHas() {
    Random random = new Random(1);
    List<Long> counted = new ArrayList<>();
    for (int i = 0; i < 45_000; i++) {
      assertThat(
              events.put(
                  A,
                  NOON.plusTicks(i * 10_000L),
                  1,
                  "id" + (i < 40_000 ? i : random.nextInt(40_000)),
                  DeduplicationWindow.FOREVER))
          .isNotNull();
      if (i < 40_000) {
        counted.add(1L);
      }
    }
    settle(60);
    assertExact(recount(), counted.size(), true);
  }

  @Test
  void answersOneAfterTheOther_andRefusesTooMany() {
    put(5, 5);
    settle(60);
    List<CompletionStage<RecountReport>> answers = new ArrayList<>();
    // the first is under way while the others ask
    checkpoints.script.before(
        Call.READ_SERIAL,
        () -> {
          for (int i = 0; i < 17; i++) {
            answers.add(recounting.recount(A));
          }
        });
    assertExact(recount(), 5, true);
    assertThat(answers.subList(0, 16)).allSatisfy(a -> assertExact(Done.value(a), 5, true));
    assertThat(Done.failure(answers.get(16))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void fails_whenTheStoreDoesNotAnswer_andGoesOn() {
    put(5, 5);
    settle(60);
    events.script.next(MemoryEventStore.Call.SLICE, Fate.UNAVAILABLE);
    assertThat(Done.failure(recounting.recount(A))).isInstanceOf(StoreUnavailable.class);
    assertExact(recount(), 5, true);
  }

  @Test
  void refusesMoreIdsThanItCanHold() {
    CountedIds ids = new CountedIds(3);
    for (int i = 1; i <= 3; i++) {
      ids.put(ids.key("id" + i), i);
    }
    ids.put(ids.key("id2"), -2);
    assertThat(ids.get(ids.key("id2"))).isEqualTo(-2);
    CountedIds.Key fourth = ids.key("id4");
    assertThatThrownBy(() -> ids.put(fourth, 4)).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void remembersManyIds() {
    CountedIds ids = new CountedIds(100_000);
    for (int i = 1; i <= 100_000; i++) {
      ids.put(ids.key("id" + i), i);
    }
    for (int i = 1; i <= 100_000; i++) {
      assertThat(ids.get(ids.key("id" + i))).isEqualTo(i);
    }
    assertThat(ids.get(ids.key("none"))).isZero();
  }
}
