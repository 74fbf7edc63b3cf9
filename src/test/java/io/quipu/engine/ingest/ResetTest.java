package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.LAYOUT;
import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A reset goes the way of events, on all pages of its counter. */
class ResetTest {
  private static final CounterName A = counter(0, 0);
  private static final int SHARDS = 3;

  private final RecordingLane lane = new RecordingLane();

  private CompletableFuture<RecordOutcome> reset(int shards) {
    return lane.commit.reset(new Reset(A, shards, RetentionClass.USUAL)).toCompletableFuture();
  }

  @Test
  void isARowWithOneTimeOnEveryPage_afterWhatWasAcknowledgedBeforeIt() {
    UUID before = ((Recorded) Done.value(lane.append(A))).at();
    CompletableFuture<RecordOutcome> answer = reset(SHARDS);
    lane.announce();
    UUID at = ((Recorded) Done.value(answer)).at();
    assertThat(EventTime.of(at)).isGreaterThan(EventTime.of(before));
    List<StoredRow> resets =
        lane.log.stored(A).stream().filter(row -> row.row().at().equals(at)).toList();
    assertThat(resets)
        .extracting(StoredRow::page)
        .containsExactlyInAnyOrderElementsOf(LAYOUT.pagesOf(A, SHARDS));
    assertThat(resets).extracting(StoredRow::row).containsOnly(EventRow.reset(at));
    assertThat(EventTime.of(((Recorded) Done.value(lane.append(A))).at()))
        .isGreaterThan(EventTime.of(at));
  }

  @Test
  void mayHaveChangedItsCounter_butIsNoEventOfIt() {
    assertThat(reset(SHARDS)).isNotDone();
    assertThat(lane.touched).containsOnly(A);
    assertThat(lane.changed).isEmpty();
    assertThat(lane.append(A)).isCompleted();
    assertThat(lane.changed).containsExactly(A);
  }

  @Test
  void isAcknowledged_whenTheHorizonHasPassedIt() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = reset(1);
    EventTime at = EventTime.of(lane.write(0).rows().get(0).at());
    lane.commit.onHorizon(at);
    lane.write(0).written();
    assertThat(answer).isNotDone();
    assertThat(lane.low()).as("nobody waits for the acknowledgement").isGreaterThan(at);
    lane.commit.onHorizon(at);
    assertThat(answer).isNotDone();
    lane.commit.onHorizon(at.plusTicks(1));
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void isAcknowledgedAtOnce_whenTheHorizonIsThereAlready() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = reset(1);
    lane.commit.onHorizon(EventTime.of(lane.write(0).rows().get(0).at()).plusTicks(1));
    lane.commit.onHorizon(EventTime.MIN);
    lane.write(0).written();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void isUnknown_whenTheHorizonDoesNotGetThereInTime_andKeepsNoRoom() {
    List<CompletableFuture<RecordOutcome>> answers = new ArrayList<>();
    for (int i = 0; i < ResetWrites.MOST; i++) {
      answers.add(reset(1));
    }
    assertThat(answers).noneMatch(CompletableFuture::isDone);
    assertRefused(reset(1), Refusal.QUEUE_FULL);
    assertThat(lane.append(A)).as("an event meanwhile").isCompleted();
    lane.time.pass(RecordingLane.BOUNDS.patience());
    assertThat(answers)
        .allSatisfy(answer -> assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class));
    assertThat(reset(1)).isNotDone();
  }

  @Test
  void isPassed_whenTheLastPageHasIt() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = reset(SHARDS);
    EventTime at = EventTime.of(lane.write(0).rows().get(0).at());
    assertThat(lane.log.held()).hasSize(SHARDS);
    lane.write(0).written();
    lane.write(2).written();
    lane.time.passMillis(500);
    assertThat(answer).isNotDone();
    assertThat(lane.low()).isEqualTo(at);
    lane.write(1).written();
    assertThat(lane.low()).isGreaterThan(at);
    lane.announce();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void isRefusedOnlyIfNoPageCanHaveIt() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> refused = reset(SHARDS);
    CompletableFuture<RecordOutcome> some = reset(SHARDS);
    lane.log.held().subList(0, 4).forEach(write -> write.answered(WriteOutcome.REFUSED));
    lane.log.held().subList(4, 6).forEach(write -> write.written());
    assertRefused(refused, Refusal.STORE_UNAVAILABLE);
    assertThat(Done.value(some)).isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void isNotAcknowledged_whenTheLeaseLapsedInFlight() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = reset(1);
    lane.time.pass(RecordingLane.LEASE);
    lane.write(0).written();
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
    assertRefused(reset(1), Refusal.NO_LEASE);
  }

  @Test
  void waitsForNoEvents_andKeepsNoneWaiting() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> first = lane.append(A);
    CompletableFuture<RecordOutcome> reset = reset(1);
    lane.write(1).written();
    lane.commit.onHorizon(EventTime.MAX);
    assertThat(reset).isCompleted();
    lane.write(0).written();
    assertThat(first).isCompleted();
  }

  @Test
  void tooManyAtOnceAreRefused() {
    lane.log.hold();
    for (int i = 0; i < ResetWrites.MOST; i++) {
      assertThat(reset(1)).isNotDone();
    }
    assertRefused(reset(1), Refusal.QUEUE_FULL);
    lane.write(5).written();
    assertRefused(reset(1), Refusal.QUEUE_FULL);
    lane.commit.onHorizon(EventTime.MAX);
    assertThat(reset(1)).isNotDone();
  }

  @Test
  void isWaitedFor_whenTheInstanceStops() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> reset = reset(SHARDS);
    CompletableFuture<Void> drained = lane.commit.drain().toCompletableFuture();
    assertThat(drained).isNotDone();
    assertRefused(reset(1), Refusal.STOPPING);
    lane.log.held().forEach(write -> write.written());
    assertThat(drained).isNotDone();
    lane.announce();
    assertThat(reset).isCompleted();
    assertThat(drained).isCompleted();
  }

  @Test
  void isWrittenAgain_whileItsOutcomeIsUnknown() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> reset = reset(1);
    lane.write(0).answered(WriteOutcome.UNKNOWN);
    lane.time.pass(Duration.ofMillis(100));
    assertThat(lane.write(1).rows()).isEqualTo(lane.write(0).rows());
    lane.write(1).written();
    lane.announce();
    assertThat(Done.value(reset)).isInstanceOf(Recorded.class);
  }
}
