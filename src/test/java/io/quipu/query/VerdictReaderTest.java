package io.quipu.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.checkpoint.CheckpointMeters;
import io.quipu.checkpoint.Checkpointer;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.query.QueryAddresses.AcknowledgedEvents;
import io.quipu.sim.scripted.ScriptedCheckpointStore;
import io.quipu.sim.scripted.ScriptedCounterDirectory;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedMemberStore;
import io.quipu.store.StoreUnavailable;
import io.quipu.store.TestRows;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class VerdictReaderTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final int FOREVER = DeduplicationWindow.FOREVER;

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedCheckpointStore checkpoints = new ScriptedCheckpointStore();
  private final ScriptedEventStore events = new ScriptedEventStore();
  private final ScriptedMemberStore members = new ScriptedMemberStore();
  private final List<CounterName> hastened = new ArrayList<>();
  private final Checkpointer checkpointer =
      new Checkpointer(
          checkpoints,
          events,
          members,
          new ScriptedCounterDirectory(),
          time,
          TestRows.plenty(),
          new CheckpointMeters(new SimpleMeterRegistry()));
  private final VerdictReader judgement =
      new VerdictReader(
          checkpoints,
          members,
          time,
          time,
          Duration.ofSeconds(10),
          new TailRows(TestRows.plenty(), hastened::add));

  private EventTime second(long second) {
    return start.plusTicks(second * EventTime.TICKS_PER_SECOND);
  }

  private UUID put(long second, String id, long delta) {
    return events.put(A, second(second), delta, id, FOREVER);
  }

  private void settle(long second) {
    assertThat(Done.value(checkpointer.settle(A, second(second))).settled()).isTrue();
  }

  private static AcknowledgedEvents recorded(UUID row, String id, long delta) {
    return new AcknowledgedEvents(A, List.of(row), Arrays.asList(id), List.of(delta));
  }

  @Test
  void waitsUntilTheEventIsSettled() {
    UUID row = put(1, "x", 1);
    CompletionStage<List<Verdict>> answer = judgement.judge(recorded(row, "x", 1));
    time.passMillis(500);
    assertThat(answer.toCompletableFuture()).isNotDone();
    assertThat(hastened).contains(A);
    settle(2);
    time.passMillis(100);
    assertThat(Done.value(answer)).containsExactly(Verdict.COUNTED);
  }

  @Test
  void tellsDuplicatesFromConflicts() {
    UUID first = put(1, "x", 1);
    settle(2);
    UUID again = put(3, "x", 1);
    UUID other = put(4, "x", 2);
    UUID anonymous = put(5, "anonymous", 9);
    settle(6);
    assertThat(Done.value(judgement.judge(recorded(first, "x", 1))))
        .containsExactly(Verdict.COUNTED);
    assertThat(
            Done.value(
                judgement.judge(
                    new AcknowledgedEvents(
                        A,
                        List.of(again, other, anonymous),
                        Arrays.asList("x", "x", null),
                        List.of(1L, 2L, 9L)))))
        .containsExactly(Verdict.DUPLICATE, Verdict.CONFLICT, Verdict.COUNTED);
  }

  @Test
  void tellsEachRowApart_whenTheWindowPassedWithinOneSlice() {
    UUID first = events.put(A, second(1), 1, "x", 2);
    UUID second = events.put(A, second(2), 1, "x", 2);
    UUID third = events.put(A, second(3), 1, "x", 2);
    settle(4);
    assertThat(
            Done.value(
                judgement.judge(
                    new AcknowledgedEvents(
                        A,
                        List.of(first, second, third),
                        Arrays.asList("x", "x", "x"),
                        List.of(1L, 1L, 1L)))))
        .containsExactly(Verdict.COUNTED, Verdict.DUPLICATE, Verdict.COUNTED);
  }

  @Test
  void goesByTheShorterWindow_whenTheSettingWasChanged() {
    events.put(A, second(1), 1, "shortened", FOREVER);
    events.put(A, second(2), 1, "lengthened", 2);
    settle(3);
    UUID shortened = events.put(A, second(5), 1, "shortened", 2);
    UUID lengthened = events.put(A, second(6), 1, "lengthened", FOREVER);
    settle(7);
    assertThat(Done.value(checkpoints.read(A)).total().events()).isEqualTo(4);
    assertThat(Done.value(judgement.judge(recorded(shortened, "shortened", 1))))
        .containsExactly(Verdict.COUNTED);
    assertThat(Done.value(judgement.judge(recorded(lengthened, "lengthened", 1))))
        .containsExactly(Verdict.COUNTED);
  }

  @Test
  void givesUp_whenNothingIsSettled() {
    CompletionStage<List<Verdict>> answer = judgement.judge(recorded(put(1, "x", 1), "x", 1));
    time.pass(Duration.ofSeconds(11));
    assertThat(Done.failure(answer)).isInstanceOf(StoreUnavailable.class);
  }
}
