package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.id;
import static io.quipu.engine.writer.TestWriters.incarnation;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventMinute;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.engine.writer.Confirmation;
import io.quipu.engine.writer.Incarnation;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Call;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupCommitTest {
  private static final CounterName A = counter(0, 0);
  private static final CounterName B = counter(1, 0);
  private static final CommitBounds BOUNDS =
      new CommitBounds(10, 10_000_000L, 3, 120, 4, Duration.ofSeconds(3));

  private final RecordingLane lane = new RecordingLane(BOUNDS);

  private static Append append(int retention) {
    return new Append(A, 1, retention, DeduplicationWindow.USUAL, false, List.of(Event.ONE));
  }

  @Test
  void recordsAtOnce_whenNothingIsInFlight() {
    RecordOutcome outcome = Done.value(lane.append(A));
    EventRow row = lane.log.rowsOf(A).get(0);
    assertThat(outcome).isEqualTo(new Recorded(row.at()));
    assertThat(row.delta()).isEqualTo(1);
    assertThat(row.events()).isEqualTo(1);
    assertThat(row.at().clockSequence()).as("the lane").isEqualTo(RecordingLane.NUMBER);
    assertThat(lane.changed).containsExactly(A);
  }

  @Test
  void writesIntoThePartitionOfRetentionBucketAndPart_onThePageOfTheCounter() {
    lane.log.hold();
    lane.time.passMillis(7_300);
    lane.commit.low(incarnation(lane.time, 2));
    assertThat(lane.append(append(3))).isNotDone();
    Held write = lane.write(0);
    EventTime at = EventTime.of(write.rows().get(0).at());
    assertThat(write.partition()).isEqualTo(new EventPartition(3, EventPartition.bucketOf(at), 0));
    assertThat(write.parts())
        .extracting(CounterRows::page)
        .containsExactly(RecordingLane.LAYOUT.page(A));
  }

  @Test
  void writesPartsAndRetentionsSideBySide() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    lane.send(B, Event.ONE);
    assertThat(lane.append(append(RetentionClass.FOREVER))).isNotDone();
    assertThat(lane.log.held()).extracting(held -> held.counters().get(0)).containsExactly(A, B, A);
    assertThat(lane.log.held()).extracting(Held::partition).doesNotHaveDuplicates();
  }

  @Test
  void givesEveryEventWithAnIdARowOfItsOwn_andCoalescesTheOthers() {
    assertThat(lane.append(A, Event.ONE, id("x"), new Event(7, null))).isCompleted();
    List<EventRow> rows = lane.log.rowsOf(A);
    assertThat(rows).extracting(EventRow::delta).containsExactly(8L, 1L);
    assertThat(rows).extracting(EventRow::id).containsExactly(null, "x");
    assertThat(rows).extracting(EventRow::events).containsExactly(2, 1);
  }

  @Test
  void boundsTheRowsOfAWrite_andAnswersWhenAllWritesOfTheAppendAreDone() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A, RecordingLane.ids(4));
    assertThat(lane.write(0).rows()).hasSize(3);
    lane.write(0).written();
    assertThat(answer).isNotDone();
    assertThat(lane.write(1).rows()).hasSize(1);
    lane.write(1).written();
    assertThat(Done.value(answer)).isEqualTo(new Recorded(lane.write(1).rows().get(0).at()));
  }

  @Test
  void boundsTheBytesOfAWrite_butAlwaysTakesOneRow() {
    lane.log.hold();
    lane.send(A, id("x".repeat(50)), id("y".repeat(10)), id("z".repeat(10)));
    assertThat(lane.write(0).rows()).hasSize(1);
    lane.write(0).written();
    assertThat(lane.write(1).rows()).hasSize(2);
  }

  @Test
  void answersUnknown_whenOneOfTheWritesOfAnAppendIsUnknown() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A, RecordingLane.ids(4));
    lane.write(0).written();
    lane.write(1).answered(WriteOutcome.REFUSED);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void splitsARow_whereTheSumWouldOverflow() {
    RecordingLane wide = new RecordingLane(CommitBounds.of(10_000, 10_000_000L));
    List<Event> most =
        new ArrayList<>(Collections.nCopies(9_224, new Event(1_000_000_000_000_000L, null)));
    assertThat(Done.value(wide.append(new Append(A, 1, most)))).isInstanceOf(Recorded.class);
    List<EventRow> rows = wide.log.rowsOf(A);
    assertThat(rows).hasSize(2);
    assertThat(rows).extracting(EventRow::events).containsExactly(9_223, 1);
    assertThat(rows)
        .extracting(EventRow::delta)
        .containsExactly(9_223_000_000_000_000_000L, 1_000_000_000_000_000L);
  }

  @Test
  void doesNotAcknowledgeUnderANewLease_whatWasWrittenUnderTheOld() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.writer.lease().end();
    lane.commit.low(incarnation(lane.time, 2));
    lane.write(0).written();
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void repeatsAnUnknownWriteWithTheSameRows_andHoldsTheWatermark() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A, Event.ONE, id("x"));
    lane.write(0).answered(WriteOutcome.UNKNOWN);
    assertThat(lane.log.held()).hasSize(1);
    lane.time.passMillis(50);
    assertThat(lane.log.held()).hasSize(2);
    assertThat(lane.write(1).partition()).isEqualTo(lane.write(0).partition());
    assertThat(lane.write(1).parts()).isEqualTo(lane.write(0).parts());
    assertThat(lane.low()).isEqualTo(EventTime.of(lane.write(0).rows().get(0).at()));
    lane.write(1).written();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(lane.low()).isEqualTo(lane.start.plusTicks(500_000));
  }

  @Test
  void givesUpAfterItsPatience_releasesTheWatermark_andNeverAcknowledges() {
    lane.log.script.next(Call.APPEND, RecordingLane.lost(50));
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.passMillis(2_900);
    assertThat(answer).isNotDone();
    assertThat(lane.low()).isEqualTo(lane.start);
    lane.time.passMillis(1_100);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(lane.low()).isEqualTo(lane.start.plusTicks(40_000_000));
    long sent = lane.log.script.calls(Call.APPEND);
    lane.time.passMillis(10_000);
    assertThat(lane.log.script.calls(Call.APPEND)).isEqualTo(sent);
  }

  @Test
  void repeatsMoreSeldom_fromTwentyTimesASecondToOnce() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    for (long pause : new long[] {50, 100, 200, 400, 800, 1_000}) {
      int sent = lane.log.held().size();
      lane.write(sent - 1).answered(WriteOutcome.UNKNOWN);
      lane.time.passMillis(pause - 1);
      assertThat(lane.log.held()).hasSize(sent);
      lane.time.passMillis(1);
      assertThat(lane.log.held()).hasSize(sent + 1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sendsNothingAgain_whenTheLeaseIsOver_orEndsInThePause(boolean isOver) {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    if (isOver) {
      lane.writer.lease().end();
    }
    lane.write(0).answered(WriteOutcome.UNKNOWN);
    assertThat(answer.isDone()).isEqualTo(isOver);
    lane.writer.lease().end();
    lane.time.passMillis(50);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(lane.log.held()).hasSize(1);
  }

  @Test
  void refuses_whenTheStoreCertainlyWroteNothing_withoutWaitingForTheDirectory() {
    lane.directory.script.hold(ScriptedEventDirectory.Call.NAME_HOUR, true);
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.write(0).answered(WriteOutcome.REFUSED);
    assertRefused(answer, Refusal.STORE_UNAVAILABLE);
    assertThat(lane.changed).isEmpty();
    assertThat(lane.low()).isEqualTo(lane.start.plusTicks(1));
    lane.directory.script.held().get(0).answered();
    assertThat(lane.log.held()).hasSize(1);
  }

  @Test
  void neverRefuses_whatWasOnceInDoubt() {
    lane.log.script.next(Call.APPEND, Fate.ANSWER_LOST, Fate.REFUSED);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.passMillis(50);
    assertThat(answer).isNotDone();
    lane.time.passMillis(100);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(lane.log.rowsOf(A)).hasSize(1);
  }

  @Test
  void refusesWithoutALease() {
    GroupCommit nobody = lane.commit(BOUNDS, Confirmation.LEASED, lane.time);
    assertRefused(nobody.append(append(RetentionClass.USUAL)), Refusal.NO_LEASE);
    lane.writer.lease().end();
    assertRefused(lane.append(A), Refusal.NO_LEASE);
    assertThat(lane.log.rowsOf(A)).isEmpty();
  }

  @Test
  void doesNotAcknowledgeWhatWasInFlight_andRefusesWhatStillQueues_whenTheLeaseLapses() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> sent = lane.append(A);
    CompletableFuture<RecordOutcome> queued = lane.append(counter(0, 1));
    lane.time.pass(RecordingLane.LEASE);
    lane.write(0).written();
    assertThat(Done.value(sent)).isEqualTo(new OutcomeUnknown());
    assertRefused(queued, Refusal.NO_LEASE);
    assertThat(lane.commit.drain()).as("nothing waits any more").isCompleted();
  }

  @Test
  void answersUnknown_whenTheLeaseLapsesBetweenTheWritesOfAnAppend() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = lane.append(A, RecordingLane.ids(4));
    lane.writer.lease().end();
    lane.write(0).written();
    assertThat(lane.log.held()).hasSize(1);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void writesUnderTheNewIncarnation_afterALapse() {
    lane.writer.lease().end();
    lane.time.passMillis(1_000);
    Incarnation next = incarnation(lane.time, 2);
    assertThat(lane.commit.low(next)).isEqualTo(next.floor());
    assertThat(Done.value(lane.append(A))).isInstanceOf(Recorded.class);
    assertThat(lane.log.rowsOf(A).get(0).at().node()).isEqualTo(next.node());
    assertThat(lane.low()).as("of one that is over").isEqualTo(lane.writer.floor());
    assertThat(lane.commit.low(next)).isGreaterThan(next.floor());
  }

  @Test
  void drainsWhatItHas_andRefusesTheRest() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> sent = lane.append(A);
    CompletableFuture<RecordOutcome> queued = lane.append(A);
    CompletableFuture<Void> drained = lane.commit.drain().toCompletableFuture();
    assertRefused(lane.append(A), Refusal.STOPPING);
    lane.write(0).written();
    assertThat(drained).isNotDone();
    lane.write(1).written();
    assertThat(drained).isCompleted();
    assertThat(Done.value(sent)).isInstanceOf(Recorded.class);
    assertThat(Done.value(queued)).isInstanceOf(Recorded.class);
  }

  @Test
  void drainsAtOnce_whenIdle() {
    assertThat(lane.commit.drain().toCompletableFuture()).isCompleted();
  }

  @Test
  void coalescesEventsOfOneMinute() {
    long minute = EventMinute.of(lane.time.wall()) - 600;
    Event late = new Event(5, null).in(minute);
    assertThat(lane.append(A, Event.ONE, late, Event.ONE, late.in(minute - 60), late))
        .isCompleted();
    List<EventRow> rows = lane.log.rowsOf(A);
    assertThat(rows).extracting(EventRow::delta).containsExactly(2L, 10L, 5L);
    assertThat(rows)
        .extracting(EventRow::minute)
        .containsExactly(EventMinute.OWN, minute, minute - 60);
  }

  /** A window may have been said to be final meanwhile. */
  @Test
  void refusesWhatWaitedTooLong_toCountInTheMinuteThatWasAllowed() {
    lane.log.hold();
    assertThat(lane.append(A)).isNotDone();
    EventTime bound = lane.time.wall().plusTicks(EventTime.TICKS_PER_SECOND);
    Append waiting = append(RetentionClass.USUAL).mintedBefore(bound);
    CompletableFuture<RecordOutcome> late = lane.append(waiting);
    lane.time.passMillis(999);
    CompletableFuture<RecordOutcome> another = lane.append(A);
    lane.time.passMillis(1);
    lane.write(0).written();
    assertThat(Done.value(late)).isEqualTo(new Refused(Refusal.QUEUE_FULL));
    assertThat(lane.log.held()).as("nothing of it was written").hasSize(2);
    lane.write(1).written();
    assertThat(Done.value(another)).as("no other is refused").isInstanceOf(Recorded.class);
  }

  @Test
  void refusesAllThatWaitedTooLong_andWritesWhatComesNext() {
    lane.log.hold();
    assertThat(lane.append(A)).isNotDone();
    EventTime bound = lane.time.wall().plusTicks(EventTime.TICKS_PER_SECOND);
    CompletableFuture<RecordOutcome> first =
        lane.append(append(RetentionClass.USUAL).mintedBefore(bound));
    CompletableFuture<RecordOutcome> second =
        lane.append(append(RetentionClass.USUAL).mintedBefore(bound));
    lane.time.passMillis(1_000);
    lane.write(0).written();
    assertThat(Done.value(first)).isEqualTo(new Refused(Refusal.QUEUE_FULL));
    assertThat(Done.value(second)).isEqualTo(new Refused(Refusal.QUEUE_FULL));
    assertThat(lane.log.held()).hasSize(1);
    CompletableFuture<RecordOutcome> next = lane.append(A);
    lane.write(1).written();
    assertThat(Done.value(next)).isInstanceOf(Recorded.class);
    assertThat(lane.commit.drain().toCompletableFuture()).isCompleted();
  }
}
