package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointOutcome.Applied;
import io.quipu.checkpoint.CheckpointOutcome.Superseded;
import io.quipu.checkpoint.CheckpointOutcome.Unchanged;
import io.quipu.checkpoint.CheckpointOutcome.Unknown;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCheckpointStore.Call;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckpointerTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();
  private final ScriptedCounterDirectory directory = new ScriptedCounterDirectory();
  private final HandDrivenTime time = new HandDrivenTime();
  private final Checkpointer checkpointer = checkpointer();

  private Checkpointer checkpointer() {
    return new Checkpointer(
        checkpoints,
        events,
        members,
        directory,
        time,
        TestRows.plenty(),
        new CheckpointMeters(new SimpleMeterRegistry()));
  }

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private CheckpointOutcome settle(EventTime horizon) {
    return Done.value(checkpointer.settle(A, horizon));
  }

  private Tally window(Granularity granularity, EventTime time) {
    return checkpoints.storedWindows(A).get(granularity.windowOf(time));
  }

  @Test
  void takesInWhatLiesBelowTheHorizon_andNothingElse() {
    events.put(A, second(1), 5);
    events.put(A, second(2), 7);
    CheckpointOutcome outcome = settle(second(2));
    Checkpoint next = new Checkpoint(Tally.of(5, 1), second(2));
    assertThat(outcome).isEqualTo(new Applied(next, 1));
    assertThat(checkpoints.stored(A)).isEqualTo(next);
    assertThat(settle(second(3))).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(12, 2));
  }

  @Test
  void changesNothing_whereThereIsNothingBelowTheHorizon() {
    events.put(A, second(5), 1);
    assertThat(settle(second(5))).isEqualTo(new Unchanged());
    assertThat(checkpoints.script.calls(Call.ADVANCE)).isZero();
    assertThat(directory.entered()).isEmpty();
  }

  @Test
  void countsARowOnce_howeverOftenItSettles() {
    events.put(A, second(1), 1);
    for (int horizon = 2; horizon < 6; horizon++) {
      settle(second(horizon));
    }
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void changesNothing_whenTheHorizonIsBelowTheCheckpoint() {
    events.put(A, second(1), 1);
    settle(second(2));
    assertThat(settle(second(1))).isEqualTo(new Unchanged());
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(2));
  }

  @Test
  void discardsItsFoldAndStartsAfresh_whenItLosesTheCompareAndSet() {
    events.put(A, second(1), 1);
    Checkpoint theirs = new Checkpoint(Tally.of(1, 1), second(2));
    checkpoints.script.before(
        Call.ADVANCE,
        () -> assertThat(checkpoints.advanced(A, Checkpoint.NONE, theirs, Map.of())).isTrue());
    assertThat(settle(second(3))).isEqualTo(new Superseded());
    assertThat(checkpoints.stored(A)).isEqualTo(theirs);
    events.put(A, second(4), 10);
    assertThat(settle(second(5))).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(11, 2));
  }

  @Test
  void aFirstCheckpointNeedsNoSerialRead() {
    events.put(A, second(1), 1);
    checkpoints.script.next(Call.READ_SERIAL, Fate.UNAVAILABLE);
    assertThat(settle(second(2))).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void anExistingCheckpointIsReadSerially() {
    events.put(A, second(1), 1);
    settle(second(2));
    events.put(A, second(3), 1);
    Checkpointer other = checkpointer();
    checkpoints.script.next(Call.READ_SERIAL, Fate.UNAVAILABLE);
    assertThat(Done.failure(other.settle(A, second(4)))).isInstanceOf(StoreUnavailable.class);
    assertThat(Done.value(other.settle(A, second(4)))).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(2, 2));
  }

  @Test
  void cachesNothing_whenAnotherSettlerWasFaster() {
    events.put(A, second(1), 1);
    settle(second(2));
    Checkpoint mine = checkpoints.stored(A);
    events.put(A, second(3), 10);
    Checkpoint theirs = new Checkpoint(Tally.of(11, 2), second(4));
    assertThat(checkpoints.advanced(A, mine, theirs, Map.of())).isTrue();
    assertThat(settle(second(5))).as("from a stale checkpoint").isEqualTo(new Superseded());
    assertThat(settle(second(5))).isEqualTo(new Unchanged());
    assertThat(checkpoints.stored(A)).isEqualTo(theirs);
  }

  @Test
  void countsOnce_whenTheAnswerOfTheCompareAndSetIsLost() {
    events.put(A, second(1), 1);
    checkpoints.script.next(Call.ADVANCE, Fate.ANSWER_LOST);
    assertThat(settle(second(2)).settled()).isFalse();
    assertThat(settle(second(3)).settled()).isTrue();
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void countsOnce_whenTheCompareAndSetWasNeverApplied() {
    events.put(A, second(1), 1);
    checkpoints.script.next(Call.ADVANCE, Fate.NEVER_APPLIED);
    assertThat(settle(second(2))).isEqualTo(new Unknown());
    assertThat(settle(second(2))).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void countsOnce_whenALateCompareAndSetOvertakesTheNext() {
    events.put(A, second(1), 1);
    checkpoints.script.next(Call.ADVANCE, Fate.LATE);
    assertThat(settle(second(2))).isEqualTo(new Unknown());
    checkpoints.script.before(Call.ADVANCE, checkpoints.script::deliverLate);
    assertThat(settle(second(3))).isEqualTo(new Superseded());
    settle(second(3));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
    assertThat(window(Granularity.MINUTE, NOON)).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void countsOnce_whenNotEvenTheSerialReadAnswers() {
    events.put(A, second(1), 1);
    checkpoints.script.next(Call.ADVANCE, Fate.ANSWER_LOST);
    checkpoints.script.next(Call.READ_SERIAL, Fate.UNAVAILABLE);
    assertThat(Done.failure(checkpointer.settle(A, second(2))))
        .isInstanceOf(StoreUnavailable.class);
    settle(second(3));
    settle(second(3));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(1, 1));
  }

  @Test
  void advancesNothing_whenASliceCannotBeRead() {
    events.put(A, second(1), 1);
    events.put(A, second(61), 1);
    events.script.next(ScriptedEventStore.Call.SLICE, Fate.ANSWERED, Fate.UNAVAILABLE);
    assertThat(Done.failure(checkpointer.settle(A, second(90))))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(checkpoints.stored(A)).isEqualTo(Checkpoint.NONE);
  }

  @Test
  void entersTheDirectoryBeforeTheFirstCheckpoint_andOnlyThen() {
    events.put(A, second(1), 1);
    checkpoints.script.before(
        Call.ADVANCE, () -> assertThat(directory.entered()).containsExactly(A));
    settle(second(2));
    events.put(A, second(3), 1);
    settle(second(4));
    assertThat(directory.entered()).containsExactly(A);
  }

  @Test
  void advancesNothing_whenItCannotEnterTheDirectory() {
    events.put(A, second(1), 1);
    directory.script.next(ScriptedCounterDirectory.Call.ENTER, Fate.ANSWER_LOST);
    assertThat(Done.failure(checkpointer.settle(A, second(2))))
        .isInstanceOf(StoreUnavailable.class);
    assertThat(checkpoints.stored(A)).isEqualTo(Checkpoint.NONE);
  }

  @Test
  void carriesOpenWindowsOver_fromCheckpointToCheckpoint() {
    events.put(A, second(1), 1);
    settle(second(10));
    events.put(A, second(20), 2);
    events.put(A, second(70), 4);
    settle(second(80));
    assertThat(window(Granularity.MINUTE, NOON)).isEqualTo(Tally.of(3, 2));
    assertThat(window(Granularity.MINUTE, second(60))).isEqualTo(Tally.of(4, 1));
    assertThat(window(Granularity.HOUR, NOON)).isEqualTo(Tally.of(7, 3));
    assertThat(window(Granularity.DAY, NOON)).isEqualTo(Tally.of(7, 3));
  }

  @Test
  void carriesOpenWindowsOver_throughAnotherProcess() {
    events.put(A, second(1), 1);
    settle(second(10));
    events.put(A, second(20), 2);
    Checkpointer other = checkpointer();
    assertThat(Done.value(other.settle(A, second(30)))).isInstanceOf(Applied.class);
    assertThat(window(Granularity.MINUTE, NOON)).isEqualTo(Tally.of(3, 2));
    assertThat(window(Granularity.DAY, NOON)).isEqualTo(Tally.of(3, 2));
  }

  @Test
  void settlesMoreBucketsThanOneStepTakes_inSteps() {
    for (int minute = 0; minute < 600; minute++) {
      events.put(A, second(60L * minute + 1), 1);
    }
    assertThat(settle(second(60L * 600)).settled()).isTrue();
    assertThat(checkpoints.script.calls(Call.ADVANCE)).isEqualTo(3);
    assertThat(checkpoints.stored(A)).isEqualTo(new Checkpoint(Tally.of(600, 600), second(36_000)));
    assertThat(window(Granularity.HOUR, second(3 * 3600))).isEqualTo(Tally.of(60, 60));
    assertThat(window(Granularity.DAY, NOON)).isEqualTo(Tally.of(600, 600));
  }

  @Test
  void passesAFirstStepWithoutRows() {
    for (int minute = 0; minute < 300; minute++) {
      events.announceNow(new Partition(A, Partition.bucketOf(second(60L * minute)), 0));
    }
    events.put(A, second(60L * 299), 9);
    assertThat(settle(second(60L * 300)).settled()).isTrue();
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(9, 1));
  }

  @Test
  void neverCutsAStepBetweenTheShardsOfABucket() {
    for (int minute = 0; minute < 100; minute++) {
      for (int shard = 0; shard < 3; shard++) {
        events.announceNow(new Partition(A, Partition.bucketOf(second(60L * minute)), shard));
      }
      events.put(A, second(60L * minute), 1);
    }
    checkpoints.script.next(Call.ADVANCE, Fate.ANSWERED, Fate.NEVER_APPLIED);
    assertThat(settle(second(6_000))).isEqualTo(new Unknown());
    assertThat(checkpoints.stored(A)).isEqualTo(new Checkpoint(Tally.of(87, 87), second(60L * 87)));
  }

  @Test
  void sumsOverWindows_toTheTotal() {
    for (int i = 0; i < 500; i++) {
      events.put(A, second(i * 97L), i - 200);
      if (i % 7 == 0) {
        settle(second(i * 97L - 40));
      }
    }
    settle(second(60_000));
    for (Granularity granularity : Granularity.values()) {
      Tally sum =
          checkpoints.storedWindows(A).entrySet().stream()
              .filter(entry -> entry.getKey().granularity() == granularity)
              .map(Map.Entry<Window, Tally>::getValue)
              .reduce(Tally.ZERO, Tally::plus);
      assertThat(sum).as(granularity.label()).isEqualTo(checkpoints.stored(A).total());
    }
    assertThat(checkpoints.stored(A).total().events()).isEqualTo(500);
  }
}
