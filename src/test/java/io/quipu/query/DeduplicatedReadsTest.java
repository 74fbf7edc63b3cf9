package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.WindowCount;
import io.quipu.dedup.IdRows;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.MemberStore.Member;
import io.quipu.store.RowShare;
import io.quipu.store.StoreUnavailable;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads of tails with ids. */
class DeduplicatedReadsTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();
  private final RowShare share = new RowShare(10_000_000);
  private final List<CounterName> hastened = new ArrayList<>();
  private final TailRows rows = new TailRows(share.on(time), hastened::add);
  private final Counting counting =
      new Counting(
          checkpoints,
          events,
          members,
          rows,
          time,
          Duration.ofMinutes(1),
          new QueryMeters(new SimpleMeterRegistry()));

  private EventTime second(long second) {
    return start.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private Tally total() {
    return Done.value(counting.count(A)).total();
  }

  /** Prepares the next epoch and writes a member under it. */
  private Checkpoint prepareWith(String id, long second, long delta) {
    Checkpoint before = checkpoints.stored(A);
    Done.value(checkpoints.prepare(A, before));
    Checkpoint prepared = before.prepared();
    Member member =
        new Member(id, prepared.epochs().current(), second(second).timeuuid(0, 1), delta, FOREVER);
    Done.value(members.remember(A, List.of(member)));
    return prepared;
  }

  private void commit(Checkpoint prepared, Tally total, long until) {
    assertThat(
            checkpoints.advanced(A, prepared, prepared.committed(total, second(until)), Map.of()))
        .isTrue();
  }

  @Test
  void countsAnIdOnceInTheTail() {
    events.put(A, second(1), 5, "x", FOREVER);
    events.put(A, second(2), 5, "x", FOREVER);
    events.put(A, second(3), 2);
    assertThat(total()).isEqualTo(Tally.of(7, 2));
  }

  @Test
  void doesNotCountWhatIsSettled() {
    Checkpoint prepared = prepareWith("x", 1, 5);
    commit(prepared, Tally.of(5, 1), 2);
    events.put(A, second(3), 5, "x", FOREVER);
    events.put(A, second(4), 1, "y", FOREVER);
    assertThat(total()).isEqualTo(Tally.of(6, 2));
  }

  @Test
  void believesNoMember_ofAnEpochThatIsStillPrepared() {
    events.put(A, second(1), 5, "x", FOREVER);
    prepareWith("x", 1, 5);
    assertThat(total()).isEqualTo(Tally.of(5, 1));
  }

  @Test
  void believesNoMember_ofAnAbortedEpoch() {
    events.put(A, second(1), 5, "x", FOREVER);
    prepareWith("x", 1, 5);
    commit(prepareWith("other", 0, 1), Tally.of(1, 1), 1);
    assertThat(total()).isEqualTo(Tally.of(6, 2));
  }

  @Test
  void believesNoMember_ofAnEpochThatIsLaterThanItsCheckpoint() {
    events.put(A, second(1), 5, "x", FOREVER);
    // The settler commits after this reader has read the checkpoint.
    events.script.before(
        ScriptedEventStore.Call.PARTITIONS,
        () -> commit(prepareWith("x", 1, 5), Tally.of(5, 1), 2));
    assertThat(total()).isEqualTo(Tally.of(5, 1));
  }

  @Test
  void countsAnEventInTheWindowOfItsFirstRow_evenWhenThatIsNotAskedFor() {
    events.put(A, second(30), 5, "x", FOREVER);
    events.put(A, second(70), 5, "x", FOREVER);
    events.put(A, second(80), 1, "y", FOREVER);
    WindowCounting windows =
        new WindowCounting(
            checkpoints, events, members, rows, time, Duration.ofMinutes(1), counter -> {});
    var asked =
        new QueryAddresses.Range(
            A,
            Granularity.MINUTE,
            Granularity.MINUTE.windowOf(second(60)),
            Granularity.MINUTE.windowOf(second(60)));
    List<WindowCount> counts = Done.value(windows.count(asked, EventTime.MIN));
    assertThat(counts).extracting(WindowCount::tally).containsExactly(Tally.of(1, 1));
  }

  @Test
  void refusesATailWithMoreIdsThanItCanHold() {
    for (int i = 0; i <= IdRows.MOST; i++) {
      events.put(A, start.plusTicks(i), 1, "id-" + i, FOREVER);
    }
    assertThat(Done.failure(counting.count(A))).isInstanceOf(StoreUnavailable.class);
    assertThat(share.taken()).isZero();
  }

  @Test
  void refusesATailThatTheProcessCannotHold_andHasItSettledFirst() {
    share.on(time).take(5_000_000);
    for (int i = 0; i < 3; i++) {
      events.put(A, start.plusTicks(i), 1, "id-" + i, FOREVER);
    }
    assertThat(Done.failure(counting.count(A))).isInstanceOf(StoreUnavailable.class);
    assertThat(hastened).containsExactly(A);
    assertThat(share.taken()).isEqualTo(5_000_000);
  }

  @Test
  void holdsNoRowsWithoutIds_howeverManyThereAre() {
    share.on(time).take(5_000_000);
    for (int i = 0; i < 20_000; i++) {
      events.put(A, start.plusTicks(i), 1);
    }
    assertThat(total()).isEqualTo(Tally.of(20_000, 20_000));
  }

  @Test
  void waitsForRows_untilItIsRefused() {
    share.on(time).take(10_000_000);
    events.put(A, start, 1);
    var count = counting.count(A).toCompletableFuture();
    assertThat(count).isNotDone();
    time.pass(Duration.ofSeconds(3));
    assertThat(Done.failure(count)).isInstanceOf(StoreUnavailable.class);
  }
}
