package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checkpoints that somebody waits for, and that nothing else would move. */
class RestingCheckpointsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedCounterDirectory directory = new ScriptedCounterDirectory();
  private final Checkpointer checkpointer =
      new Checkpointer(
          checkpoints,
          events,
          new ScriptedMemberStore(),
          directory,
          new HandDrivenTime(),
          TestRows.plenty(),
          new CheckpointMeters(new SimpleMeterRegistry()));
  private final RestingCheckpoints resting = new RestingCheckpoints(checkpointer);

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void move(long horizon) {
    resting.ended(A);
    Done.value(resting.move(second(horizon)));
  }

  @Test
  void moveToTheHorizon_withTheSameTotalAndWindows() {
    events.put(A, second(1), 5);
    Done.value(checkpointer.settle(A, second(2)));
    Map<Window, Tally> windows = Map.copyOf(checkpoints.storedWindows(A));
    move(90);
    assertThat(checkpoints.stored(A)).isEqualTo(new Checkpoint(Tally.of(5, 1), second(90)));
    assertThat(checkpoints.storedWindows(A)).isEqualTo(windows);
    Done.value(resting.move(second(200)));
    assertThat(checkpoints.stored(A).until()).as("nobody asked again").isEqualTo(second(90));
  }

  @Test
  void goOnFromThere_withTheWindowsThatAreStillOpen() {
    events.put(A, second(1), 5);
    Done.value(checkpointer.settle(A, second(2)));
    move(30);
    events.put(A, second(40), 7);
    Done.value(checkpointer.settle(A, second(90)));
    assertThat(checkpoints.storedWindows(A).get(Granularity.MINUTE.windowOf(NOON)))
        .isEqualTo(Tally.of(12, 2));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(12, 2));
  }

  @Test
  void areLeftToTheirSettler_whereThereAreRows() {
    events.put(A, second(1), 5);
    Done.value(checkpointer.settle(A, second(2)));
    events.put(A, second(40), 7);
    move(90);
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(2));
  }

  @Test
  void areNotMade_forACounterThatNeverWas() {
    move(90);
    assertThat(checkpoints.stored(A)).isEqualTo(Checkpoint.NONE);
    assertThat(directory.entered()).isEmpty();
  }

  @Test
  void stayAsTheyAre_whenSomebodyElseWasFirst() {
    events.put(A, second(1), 5);
    Done.value(checkpointer.settle(A, second(2)));
    checkpoints.script.next(Call.ADVANCE, Fate.NEVER_APPLIED);
    move(90);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(5, 1));
    move(120);
    assertThat(checkpoints.stored(A)).isEqualTo(new Checkpoint(Tally.of(5, 1), second(120)));
  }
}
