package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.assertRecorded;
import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.lost;
import static io.quipu.engine.ingest.RecordingLane.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A partition that is in trouble delays its own counters, and no others. */
class PartitionIsolationTest {
  private static final CounterName A = counter(0, 0);
  private static final CounterName B = counter(1, 0);
  private static final CommitBounds BOUNDS =
      new CommitBounds(100, 10_000_000L, 4, 10_000, 1, Duration.ofSeconds(3));

  private final RecordingLane lane = new RecordingLane(BOUNDS);

  /** Fills the queue of a part until it takes no more. */
  private List<CompletableFuture<RecordOutcome>> fill(CounterName counter) {
    List<CompletableFuture<RecordOutcome>> waiting = new ArrayList<>();
    CompletableFuture<RecordOutcome> next = lane.append(counter);
    while (!next.isDone()) {
      waiting.add(next);
      next = lane.append(counter);
    }
    assertRefused(next, Refusal.QUEUE_FULL);
    return waiting;
  }

  @Test
  void whatCannotBeWritten_leavesTheOthersTheirWritesAndTheirRoom() {
    lane.log.script.down(
        new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(lane.start), 0), true);
    List<CompletableFuture<RecordOutcome>> stuck = fill(A);
    assertThat(stuck).as("half of the room, and the write under way").hasSize(51);
    lane.record(B);
    lane.passTo(Duration.ofMillis(4_500));
    assertThat(Done.value(stuck.get(0))).isEqualTo(new OutcomeUnknown());
    lane.record(B);
    lane.passTo(Duration.ofMillis(8_500));
    assertThat(stuck)
        .as("the next bucket is another partition")
        .allMatch(CompletableFuture::isDone);
  }

  @Test
  void whatCannotBeAnnounced_leavesTheOthersTheirWritesAndTheirRoom() {
    lane.directory.script.down(0, true);
    List<CompletableFuture<RecordOutcome>> stuck = fill(A);
    assertThat(stuck).hasSize(51);
    lane.record(B);
    lane.directory.script.down(0, false);
    lane.time.passMillis(50);
    assertThat(stuck).allMatch(answer -> Done.value(answer) instanceof Recorded);
  }

  @Test
  void severalInTroubleLeaveRoom_too() {
    for (int part = 0; part < 3; part++) {
      lane.directory.script.down(part, true);
      assertThat(fill(counter(part, 0))).isNotEmpty();
    }
    lane.record(counter(3, 0));
    assertRecorded(lane.append(counter(4, 0), ones(10)));
  }

  @Test
  void boundsTheEventsThatWait_whereNothingIsInTrouble() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    CompletableFuture<RecordOutcome> fits = lane.append(A, ones(100));
    assertRefused(lane.append(B), Refusal.QUEUE_FULL);
    lane.write(0).written();
    lane.write(1).written();
    assertThat(Done.value(fits)).isInstanceOf(Recorded.class);
    lane.send(B, Event.ONE);
  }

  @Test
  void boundsTheBytesThatAreHeld_untilSomeAreAnswered() {
    Append append = new Append(A, 1, List.of(RecordingLane.id("x".repeat(256))));
    long bytes = PendingAppend.bytes(append);
    assertThat(bytes).isBetween(1_000L, 2_000L);
    RecordingLane bounded =
        new RecordingLane(new CommitBounds(1_000, 5 * bytes, 1, 10_000, 4, Duration.ofSeconds(3)));
    bounded.log.hold();
    for (int i = 0; i < 3; i++) {
      assertThat(bounded.append(append)).isNotDone();
    }
    assertRefused(bounded.append(append), Refusal.QUEUE_FULL);
    bounded.write(0).written();
    assertThat(bounded.append(append)).isNotDone();
    assertRefused(bounded.append(append), Refusal.QUEUE_FULL);
    bounded.send(B, Event.ONE);
  }

  /** A write that was lost gives back what it took. */
  @Test
  void givesTheRoomBack() {
    lane.log.script.next(ScriptedEventLog.Call.APPEND, lost(8));
    List<CompletableFuture<RecordOutcome>> stuck = fill(A);
    lane.passTo(Duration.ofSeconds(4));
    assertThat(stuck).allMatch(CompletableFuture::isDone);
    lane.log.hold();
    lane.send(A, Event.ONE);
    assertThat(fill(A)).hasSize(50);
  }
}
