package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.counter.Count;
import io.quipu.counter.CounterName;
import io.quipu.counter.EventTime;
import io.quipu.counter.Tally;
import io.quipu.sim.scripted.Fate;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCheckpointStore.Call;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountingTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();
  private final List<CounterName> longTails = new ArrayList<>();
  private final Counting counting =
      new Counting(
          checkpoints,
          events,
          members,
          new TailRows(TestRows.plenty(), longTails::add),
          time,
          Duration.ofMinutes(1),
          new QueryMeters(new SimpleMeterRegistry()));

  private void settle(EventTime until, long total) {
    assertThat(
            checkpoints.advanced(
                A, checkpoints.stored(A), new Checkpoint(Tally.of(total, total), until), Map.of()))
        .isTrue();
  }

  @Test
  void countsNothing_whereNothingWasRecorded() {
    assertThat(Done.value(counting.count(A)))
        .isEqualTo(new Count(A, Tally.ZERO, EventTime.MIN, Tally.ZERO));
  }

  @Test
  void addsTheTailToTheCheckpoint() {
    events.put(A, start.plusTicks(1), 1);
    events.put(A, start.plusTicks(10), 2);
    events.put(A, start.plusTicks(700_000_000), 4);
    settle(start.plusTicks(10), 1);
    Count count = Done.value(counting.count(A));
    assertThat(count.settled()).isEqualTo(Tally.of(1, 1));
    assertThat(count.tail()).isEqualTo(Tally.of(6, 2));
    assertThat(count.until()).isEqualTo(start.plusTicks(10));
    assertThat(count.total()).isEqualTo(Tally.of(7, 3));
  }

  @Test
  void countsNothingTwice_whenASettlerAdvancesBetweenItsReads() {
    events.put(A, start.plusTicks(1), 1);
    events.script.before(ScriptedEventStore.Call.PARTITIONS, () -> settle(start.plusTicks(5), 1));
    Count count = Done.value(counting.count(A));
    assertThat(checkpoints.script.calls(Call.READ)).isEqualTo(1);
    assertThat(count.total()).isEqualTo(Tally.of(1, 1));
    assertThat(count.until()).isEqualTo(EventTime.MIN);
  }

  @Test
  void countsSeveral_inTheirOrder_andEachOnce() {
    events.put(A, start, 1);
    events.put(B, start, 2);
    List<Count> counts = Done.value(counting.counts(List.of(B, A, B)));
    assertThat(counts).extracting(Count::counter).containsExactly(B, A, B);
    assertThat(counts)
        .extracting(count -> count.tail().count().intValue())
        .containsExactly(2, 1, 2);
    assertThat(checkpoints.script.calls(Call.READ)).isEqualTo(2);
  }

  @Test
  void countsManyMoreThanAtOnce() {
    List<CounterName> names = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      CounterName name = new CounterName("votes", "c" + i);
      names.add(name);
      events.put(name, start, i + 1L);
    }
    List<Count> counts = Done.value(counting.counts(names));
    assertThat(counts.get(999).total()).isEqualTo(Tally.of(1_000, 1));
  }

  @Test
  void fails_whenTheStoreDoesNotAnswer() {
    checkpoints.script.next(Call.READ, Fate.UNAVAILABLE);
    assertThat(Done.failure(counting.counts(List.of(A, B)))).isInstanceOf(StoreUnavailable.class);
    events.put(A, start, 1);
    events.script.next(ScriptedEventStore.Call.SLICE, Fate.UNAVAILABLE);
    assertThat(Done.failure(counting.count(A))).isInstanceOf(StoreUnavailable.class);
  }

  @Test
  void tellsOfALongTail() {
    for (int i = 0; i < 1_999; i++) {
      events.put(A, start.plusTicks(i), 1);
    }
    assertThat(Done.value(counting.count(A)).tail().events()).isEqualTo(1_999);
    assertThat(longTails).isEmpty();
    events.put(A, start.plusTicks(5_000), 1);
    assertThat(Done.value(counting.count(A)).tail().events()).isEqualTo(2_000);
    assertThat(longTails).containsExactly(A);
  }
}
