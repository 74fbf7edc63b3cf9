package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.counter.Granularity;
import io.quipu.counter.Tally;
import io.quipu.counter.Window;
import io.quipu.counter.WindowCount;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.Checkpoint;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of windows, and to whom it is told that some have ended. */
class WindowCountingTest {
  private static final CounterName A = new CounterName("votes", "a");

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = Granularity.HOUR.windowOf(time.wall()).start();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final List<CounterName> ended = new ArrayList<>();
  private final WindowCounting windows =
      new WindowCounting(
          checkpoints,
          events,
          new ScriptedMemberStore(),
          new TailRows(TestRows.plenty(), counter -> {}),
          time,
          Duration.ofMinutes(1),
          ended::add);

  private EventTime second(long second) {
    return start.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private void settle(long until, long total) {
    assertThat(
            checkpoints.advanced(
                A,
                checkpoints.stored(A),
                checkpoints.stored(A).plain(Tally.of(total, total), second(until)),
                Map.of()))
        .isTrue();
  }

  private List<WindowCount> minutes(int first, int last, long horizon) {
    Window from = Granularity.MINUTE.windowOf(second(first * 60L));
    Window to = Granularity.MINUTE.windowOf(second(last * 60L));
    return Done.value(
        windows.count(new QueryAddresses.Range(A, Granularity.MINUTE, from, to), second(horizon)));
  }

  @Test
  void isSettledOnlyUpToTheCheckpoint_howeverFarTheHorizonIs() {
    settle(60, 0);
    assertThat(minutes(0, 2, 600))
        .extracting(WindowCount::settled)
        .containsExactly(true, false, false);
  }

  @Test
  void saysNothingIsSettled_thatAnEventNobodyAcknowledgedMayStillMove() {
    settle(1, 0);
    events.put(A, second(70), 5, "x", DeduplicationWindow.FOREVER);
    List<WindowCount> before = minutes(0, 1, 600);
    // The first sending, of a writer that died, reaches a replica late.
    events.put(A, second(30), 5, "x", DeduplicationWindow.FOREVER);
    List<WindowCount> after = minutes(0, 1, 600);
    assertThat(before).extracting(WindowCount::tally).containsExactly(Tally.ZERO, Tally.of(5, 1));
    assertThat(after).extracting(WindowCount::tally).containsExactly(Tally.of(5, 1), Tally.ZERO);
    assertThat(before).extracting(WindowCount::settled).containsExactly(false, false);
  }

  @Test
  void tellsOfACounter_whoseCheckpointRestsBeforeTheEndOfAWindow() {
    settle(70, 0);
    minutes(0, 0, 600);
    minutes(0, 1, 119);
    assertThat(ended).isEmpty();
    minutes(0, 1, 120);
    minutes(5, 6, 600);
    assertThat(ended).containsExactly(A, A);
  }

  @Test
  void tellsOfNoCounterThatNeverWas() {
    minutes(0, 1, 600);
    assertThat(checkpoints.stored(A)).isEqualTo(Checkpoint.NONE);
    assertThat(ended).isEmpty();
  }
}
