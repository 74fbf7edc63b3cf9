package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointOutcome.Broken;
import io.quipu.checkpoint.CheckpointOutcome.Unchanged;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.MisplacedRow;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettlingWavesTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));

  /** A row that was not asked for, as it lies before the checkpoint. */
  @Test
  void goesOnWithTheOthers_whereOneIsBroken() {
    ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
    Checkpoint settled = Checkpoint.NONE.plain(Tally.ZERO, NOON.plusTicks(1));
    assertThat(checkpoints.advanced(A, Checkpoint.NONE, settled, Map.of())).isTrue();
    Checkpointer checkpointer =
        new Checkpointer(
            checkpoints,
            new MisplacedRow(A, NOON),
            new ScriptedMemberStore(),
            new ScriptedCounterDirectory(),
            new HandDrivenTime(),
            TestRows.plenty(),
            new CheckpointMeters(new SimpleMeterRegistry()));
    SettlingWaves waves = new SettlingWaves(checkpointer);
    Map<CounterName, CheckpointOutcome> outcomes = new HashMap<>();
    Done.value(waves.settle(List.of(A, B), NOON.plusTicks(9), outcomes::put));
    assertThat(outcomes.get(A)).isInstanceOf(Broken.class);
    assertThat(outcomes.get(A).settled()).isFalse();
    assertThat(outcomes.get(B)).isEqualTo(new Unchanged());
    assertThat(checkpoints.stored(A)).isEqualTo(settled);
  }
}
