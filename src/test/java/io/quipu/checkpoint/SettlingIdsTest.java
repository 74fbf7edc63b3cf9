package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointOutcome.Applied;
import io.quipu.checkpoint.CheckpointOutcome.InProgress;
import io.quipu.checkpoint.CheckpointOutcome.Superseded;
import io.quipu.checkpoint.CheckpointOutcome.Unknown;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCheckpointStore.Call;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.Epochs;
import io.quipu.store.Partition;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Settling of events with ids: prepare, members, commit. */
class SettlingIdsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();
  private final HandDrivenTime time = new HandDrivenTime();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Checkpointer one = settler();
  private final Checkpointer other = settler();

  private Checkpointer settler() {
    return new Checkpointer(
        checkpoints,
        events,
        members,
        new ScriptedCounterDirectory(),
        time,
        TestRows.plenty(),
        new CheckpointMeters(meters));
  }

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void put(long second, String id, long delta) {
    events.put(A, second(second), delta, id, FOREVER);
  }

  private CheckpointOutcome settle(long horizon) {
    return Done.value(one.settle(A, second(horizon)));
  }

  private Tally total() {
    return checkpoints.stored(A).total();
  }

  @Test
  void countsAnIdOnce_inOneSliceAndAcrossThem() {
    put(1, "x", 5);
    put(2, "x", 5);
    put(3, "y", 7);
    assertThat(settle(4)).isInstanceOf(Applied.class);
    put(5, "y", 7);
    put(6, "z", 1);
    settle(7);
    assertThat(total()).isEqualTo(Tally.of(13, 3));
    assertThat(meters.get("quipu.events.duplicate").counter().count()).isEqualTo(2);
    assertThat(meters.get("quipu.events.conflict").counter().count()).isZero();
  }

  @Test
  void letsTheFirstStand_whenTheDeltasDiffer() {
    put(1, "x", 5);
    put(2, "x", 6);
    settle(3);
    put(4, "x", 7);
    settle(5);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
    assertThat(meters.get("quipu.events.conflict").counter().count()).isEqualTo(2);
  }

  @Test
  void passesASliceOfNothingButDuplicates_withoutAnEpoch() {
    put(1, "x", 5);
    settle(2);
    put(3, "x", 5);
    assertThat(settle(4)).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(4));
    assertThat(checkpoints.script.calls(Call.PREPARE)).isEqualTo(1);
  }

  @Test
  void countsAnIdAgain_afterItsWindow() {
    events.put(A, second(1), 1, "x", 10);
    events.put(A, second(10), 1, "x", 10);
    events.put(A, second(11), 1, "x", 10);
    settle(12);
    assertThat(total()).isEqualTo(Tally.of(2, 2));
    events.put(A, second(20), 1, "x", 10);
    events.put(A, second(21), 1, "x", 10);
    settle(22);
    assertThat(total()).isEqualTo(Tally.of(3, 3));
  }

  @Test
  void putsAnEventIntoTheWindowOfItsFirstRow() {
    put(59, "x", 5);
    put(61, "x", 5);
    settle(70);
    assertThat(checkpoints.storedWindows(A).get(Granularity.MINUTE.windowOf(NOON)))
        .isEqualTo(Tally.of(5, 1));
    assertThat(checkpoints.storedWindows(A)).hasSize(3);
  }

  @Test
  void believesNoMembers_ofAnAbortedEpoch() {
    put(1, "x", 5);
    checkpoints.script.next(Call.ADVANCE, Fate.NEVER_APPLIED);
    assertThat(settle(2)).isEqualTo(new Unknown());
    assertThat(members.stored(A)).hasSize(1);
    assertThat(settle(2)).isInstanceOf(Applied.class);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
    assertThat(checkpoints.stored(A).epochs()).isEqualTo(new Epochs(2, false, Set.of(1L)));
  }

  @Test
  void countsOnce_whenTheAnswerOfTheCommitIsLost() {
    put(1, "x", 5);
    checkpoints.script.next(Call.ADVANCE, Fate.ANSWER_LOST);
    assertThat(settle(2).settled()).isFalse();
    put(3, "x", 5);
    settle(4);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
    assertThat(checkpoints.stored(A).epochs().aborted()).isEmpty();
  }

  @Test
  void startsOver_whenTheAnswerOfThePreparationIsLost() {
    put(1, "x", 5);
    checkpoints.script.next(Call.PREPARE, Fate.ANSWER_LOST);
    assertThat(settle(2)).isEqualTo(new Unknown());
    assertThat(members.stored(A)).as("nobody knows whose epoch it is").isEmpty();
    assertThat(settle(2)).isEqualTo(new InProgress());
    time.passMillis(3_000);
    assertThat(settle(2)).isInstanceOf(Applied.class);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
  }

  @Test
  void commitsNothing_whenTheMembersAreNotDurable() {
    put(1, "x", 5);
    members.script.next(
        ScriptedMemberStore.Call.REMEMBER, Fate.ANSWER_LOST, Fate.REFUSED, Fate.NEVER_APPLIED);
    assertThat(Done.failure(one.settle(A, second(2)))).isInstanceOf(StoreUnavailable.class);
    assertThat(total()).isEqualTo(Tally.ZERO);
    assertThat(settle(2)).as("its own epoch need not be waited for").isInstanceOf(Applied.class);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
  }

  @Test
  void leavesAnotherSettlerTime_thenAbortsIt() {
    put(1, "x", 5);
    assertThat(Done.value(checkpoints.prepare(A, Checkpoint.NONE))).isNotNull();
    assertThat(settle(2)).isEqualTo(new InProgress());
    time.passMillis(2_999);
    assertThat(settle(2)).isEqualTo(new InProgress());
    time.passMillis(1);
    assertThat(settle(2)).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).epochs()).isEqualTo(new Epochs(2, false, Set.of(1L)));
  }

  @Test
  void isSuperseded_whenAnotherTakesOverBetweenPreparationAndCommit() {
    put(1, "x", 5);
    checkpoints.script.before(
        Call.ADVANCE,
        () -> {
          assertThat(Done.value(other.settle(A, second(2)))).isEqualTo(new InProgress());
          time.passMillis(3_000);
          assertThat(Done.value(other.settle(A, second(2)))).isInstanceOf(Applied.class);
        });
    assertThat(settle(2)).isEqualTo(new Superseded());
    assertThat(total()).isEqualTo(Tally.of(5, 1));
    put(3, "x", 5);
    settle(4);
    assertThat(total()).as("the member of the epoch that was committed").isEqualTo(Tally.of(5, 1));
  }

  @Test
  void abortsNothing_thatWasCommittedSinceItLooked() {
    put(1, "x", 5);
    checkpoints.script.next(Call.PREPARE, Fate.ANSWERED);
    Checkpoint prepared = new Checkpoint(Tally.ZERO, EventTime.MIN).prepared();
    Done.value(checkpoints.prepare(A, Checkpoint.NONE));
    settle(2);
    time.passMillis(3_000);
    // Between this settler's look and its preparation the owner commits.
    checkpoints.script.before(
        Call.PREPARE,
        () ->
            assertThat(
                    checkpoints.advanced(
                        A, prepared, prepared.committed(Tally.of(5, 1), second(2)), Map.of()))
                .isTrue());
    assertThat(settle(2)).isEqualTo(new Superseded());
    assertThat(checkpoints.stored(A).epochs()).isEqualTo(new Epochs(1, false, Set.of()));
  }

  @Test
  void leavesAPreparedEpochUncommitted_whenASliceHasNoIds() {
    Done.value(checkpoints.prepare(A, Checkpoint.NONE));
    events.put(A, second(1), 5);
    assertThat(settle(2)).isInstanceOf(Applied.class);
    assertThat(checkpoints.stored(A).epochs()).isEqualTo(new Epochs(1, true, Set.of()));
  }

  @Test
  void settlesMoreIdsThanOneStepTakes_eachOnce() {
    for (int i = 0; i < 50_000; i++) {
      events.put(A, second(1).plusTicks(i), 1, "id-" + i % 45_000, FOREVER);
    }
    assertThat(settle(60).settled()).isTrue();
    assertThat(total()).isEqualTo(Tally.of(45_000, 45_000));
    assertThat(checkpoints.script.calls(Call.ADVANCE)).isEqualTo(3);
  }

  @Test
  void cutsAStepBetweenTicks_whenShardsShareOne() {
    for (int i = 0; i < 30_000; i++) {
      events.put(A, second(1).plusTicks(i / 2), 1, "id-" + i, FOREVER);
    }
    for (int i = 0; i < 15_000; i++) {
      events.putIn(1, A, second(1).plusTicks(i), 1, "shard-" + i);
    }
    assertThat(settle(60).settled()).isTrue();
    assertThat(total()).isEqualTo(Tally.of(30_000, 30_000));
  }

  @Test
  void countsOnce_anHourLater_whenItsRowIsGone() {
    events.put(A, second(1), 5, "x", DeduplicationWindow.USUAL);
    settle(2);
    Done.value(events.delete(new Partition(A, Partition.bucketOf(second(1)), 0)));
    events.put(A, second(3_600), 5, "x", DeduplicationWindow.USUAL);
    settle(3_601);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
  }
}
