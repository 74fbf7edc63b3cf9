package io.quipu.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCheckpointStore.Call;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import io.quipu.store.RowShare;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of settling where there is little room for rows. */
class SettlingRowsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final EventTime NOON = EventTime.of(Instant.parse("2026-01-01T12:00:00Z"));
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final HandDrivenTime time = new HandDrivenTime();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();

  private Checkpointer checkpointer(RowShare share) {
    return new Checkpointer(
        checkpoints,
        events,
        members,
        new ScriptedCounterDirectory(),
        time,
        share.on(time),
        new CheckpointMeters(new SimpleMeterRegistry()));
  }

  private static EventTime second(long second) {
    return NOON.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  /** So many events, each id twice, spread over ten minutes. */
  private void put(CounterName counter, int rows) {
    for (int i = 0; i < rows; i++) {
      EventTime at = NOON.plusTicks(i * (600 * EventTime.TICKS_PER_SECOND / rows));
      events.put(counter, at, 1, "id-" + i / 2, FOREVER);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 300, 1_000, 10_000, 1_000_000})
  void countTheSame_howeverFewRowsThereAre(int rows) {
    RowShare share = new RowShare(rows);
    put(A, 2_000);
    for (int i = 0; i < 500; i++) {
      events.put(A, second(i).plusTicks(1), 10);
    }
    Done.value(checkpointer(share).settle(A, second(700)));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(6_000, 1_500));
    assertThat(checkpoints.stored(A).until()).isEqualTo(second(700));
    assertThat(share.taken()).isZero();
  }

  @Test
  void takeInAllAtOnce_whereThereIsRoom() {
    put(A, 2_000);
    Done.value(checkpointer(new RowShare(1_000_000)).settle(A, second(700)));
    assertThat(checkpoints.script.calls(Call.ADVANCE)).isEqualTo(1);
  }

  @Test
  void takeInAllAtOnce_ofRowsWithoutIds_whichNobodyHolds() {
    for (int i = 0; i < 5_000; i++) {
      events.put(A, NOON.plusTicks(i), 1);
    }
    Done.value(checkpointer(new RowShare(2_000)).settle(A, second(700)));
    assertThat(checkpoints.script.calls(Call.ADVANCE)).isEqualTo(1);
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(5_000, 5_000));
  }

  @Test
  void letATickThrough_howeverManyShareIt() {
    List<EventRow> rows = new ArrayList<>();
    for (int lane = 0; lane < 40; lane++) {
      rows.add(new EventRow(NOON.timeuuid(lane, lane), 1, 1, null));
    }
    Partition partition = new Partition(A, Partition.bucketOf(NOON), 0);
    Done.value(events.announce(partition));
    Done.value(events.append(partition, rows));
    events.put(A, NOON.plusTicks(1), 1);
    Done.value(checkpointer(new RowShare(2)).settle(A, second(700)));
    assertThat(checkpoints.stored(A).total()).isEqualTo(Tally.of(41, 41));
  }

  @Test
  void ofABacklogOfManyCounters_shareWhatThereIs_andAllGetOn() {
    List<CounterName> names =
        IntStream.range(0, 64).mapToObj(i -> new CounterName("votes", "c" + i)).toList();
    names.forEach(name -> put(name, 1_000));
    RowShare share = new RowShare(6_400);
    List<Integer> taken = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      checkpoints.script.before(Call.ADVANCE, () -> taken.add(share.taken()));
    }
    CompletableFuture<Void> settled =
        new SettlingWaves(checkpointer(share))
            .settle(names, second(700), (name, outcome) -> {})
            .toCompletableFuture();
    while (!settled.isDone()) {
      time.passMillis(1);
    }
    for (CounterName name : names) {
      assertThat(checkpoints.stored(name).total()).isEqualTo(Tally.of(500, 500));
    }
    assertThat(taken).isNotEmpty().allMatch(now -> now <= 6_400);
    assertThat(share.taken()).isZero();
  }

  @Test
  void waitForRows_whichOthersHold_andFailForNoneOfThem() {
    RowShare share = new RowShare(1_000);
    RowShare.Held others = Done.value(share.on(time).take(1_000));
    put(A, 100);
    CompletableFuture<CheckpointOutcome> outcome =
        checkpointer(share).settle(A, second(700)).toCompletableFuture();
    time.passMillis(60_000);
    assertThat(outcome).isNotDone();
    others.close();
    time.passMillis(1);
    assertThat(Done.value(outcome).settled()).isTrue();
    assertThat(share.taken()).isZero();
  }
}
