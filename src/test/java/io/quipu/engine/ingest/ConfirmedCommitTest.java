package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.counter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.Done;
import io.quipu.engine.writer.Incarnation;
import io.quipu.engine.writer.SerialConfirmation;
import io.quipu.engine.writer.WriterRegistry.State;
import io.quipu.engine.writer.WriterSettings;
import io.quipu.testing.sim.scripted.Script;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import io.quipu.testing.sim.scripted.ScriptedWriterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recording where the store is asked whether the writer is live before it acknowledges. */
class ConfirmedCommitTest {
  private static final CounterName A = counter(0, 0);
  private static final CounterName B = counter(1, 0);
  private static final CounterName C = counter(2, 0);
  private static final CommitBounds BOUNDS =
      new CommitBounds(1_000, 10_000_000L, 3, 10_000, 3, Duration.ofSeconds(3));

  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private final RecordingLane lane = new RecordingLane(BOUNDS, new SerialConfirmation(registry));
  private final Incarnation writer = lane.writer;

  @BeforeEach
  void join() {
    registry.foundedAt(lane.start);
    registry.member(
        writer.writer(),
        lane.start,
        lane.start,
        new WriterSettings(RecordingLane.LEASE, Duration.ofMillis(500), true));
    registry.holdSerialReads();
    lane.log.hold();
  }

  private void written(int write) {
    lane.write(write).written();
  }

  private void answered(int read) {
    registry.held().get(read).answered();
  }

  @Test
  void doesNotTrustARead_thatWasUnderWayWhenTheWriteReturned() {
    CompletableFuture<RecordOutcome> first = lane.append(A);
    CompletableFuture<RecordOutcome> second = lane.append(B);
    written(0);
    written(1);
    answered(0);
    assertThat(Done.value(first)).isInstanceOf(Recorded.class);
    assertThat(second).isNotDone();
    answered(1);
    assertThat(Done.value(second)).isInstanceOf(Recorded.class);
  }

  @Test
  void sharesTheNextRead_amongTheWritesThatReturnedMeanwhile() {
    CompletableFuture<RecordOutcome> first = lane.append(A);
    CompletableFuture<RecordOutcome> second = lane.append(B);
    CompletableFuture<RecordOutcome> third = lane.append(C);
    written(0);
    written(1);
    written(2);
    answered(0);
    answered(1);
    assertThat(registry.held()).hasSize(2);
    assertThat(List.of(Done.value(first), Done.value(second), Done.value(third)))
        .allMatch(Recorded.class::isInstance);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void neverAcknowledges_whatAWriterWroteThatIsDeadByNow_orHasNoRow_andEndsItsLease(boolean dead) {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    if (dead) {
      assertThat(registry.ended(writer.writer(), 0, State.DEAD)).isTrue();
    } else {
      registry.loseRow(writer.writer());
    }
    written(0);
    answered(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(writer.lease().holds()).isFalse();
    assertThat(Done.value(lane.append(A))).isEqualTo(new Refused(Refusal.NO_LEASE));
  }

  @Test
  void asksAgain_whenTheReadFails_withoutWritingAgain() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    written(0);
    registry.held().get(0).unavailable();
    assertThat(registry.held()).hasSize(1);
    lane.time.passMillis(50);
    assertThat(registry.held()).hasSize(2);
    answered(1);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(lane.log.held()).hasSize(1);
  }

  @Test
  void givesUpAfterItsPatience_whenNoReadSucceeds() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    written(0);
    failReadsFor(2_900);
    assertThat(answer).isNotDone();
    assertThat(lane.low()).isEqualTo(lane.start);
    failReadsFor(1_100);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(lane.low()).isGreaterThan(lane.start);
    int asked = registry.held().size();
    lane.time.passMillis(900);
    assertThat(registry.held()).hasSize(asked);
    assertThat(writer.lease().holds()).as("a failed read says nothing of the writer").isTrue();
  }

  private void failReadsFor(long millis) {
    for (long passed = 0; passed < millis; passed += 50) {
      registry.held().forEach(Script.Held::unavailable);
      lane.time.passMillis(50);
    }
  }

  @Test
  void asksOnceTheRowsAreDurable_andHoldsAcknowledgementAndWatermarkUntilTheAnswer() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(registry.held()).isEmpty();
    written(0);
    lane.time.passMillis(100);
    assertThat(lane.low()).isEqualTo(lane.start);
    assertThat(answer).isNotDone();
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(lane.low()).isEqualTo(lane.start.plusTicks(1_000_000));
  }

  @Test
  void keepsToTheLease_whateverTheReadSays() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    written(0);
    lane.time.pass(RecordingLane.LEASE);
    answered(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void asksNobody_whenTheLeaseLapsedInFlight() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.pass(RecordingLane.LEASE);
    written(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(registry.held()).isEmpty();
  }

  @Test
  void confirmsAfterTheLastRepetition_ofAnUnknownWrite() {
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.log.held().get(0).answered(WriteOutcome.UNKNOWN);
    lane.time.passMillis(50);
    assertThat(registry.held()).isEmpty();
    written(1);
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void asksAfterTheAnnouncement_too() {
    lane.directory.script.hold(Call.NAME_HOUR, true);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    written(0);
    assertThat(registry.held()).as("nobody can find the rows yet").isEmpty();
    lane.directory.script.held().get(0).answered();
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void thePartitionIsFreeForTheNextWrite_whileTheLastWaitsForItsConfirmation() {
    CompletableFuture<RecordOutcome> first = lane.append(A);
    CompletableFuture<RecordOutcome> second = lane.append(A);
    written(0);
    written(1);
    assertThat(first).isNotDone();
    answered(0);
    answered(1);
    assertThat(List.of(first, second)).allMatch(answer -> Done.value(answer) instanceof Recorded);
  }

  @Test
  void namesTheRowOfTheLastEvent_whenTheWritesOfAnAppendEndOutOfOrder() {
    CompletableFuture<RecordOutcome> answer = lane.append(A, RecordingLane.ids(4));
    written(0);
    registry.held().get(0).unavailable();
    written(1);
    answered(1);
    assertThat(answer).as("the first three are not confirmed").isNotDone();
    lane.time.passMillis(50);
    answered(2);
    assertThat(Done.value(answer)).isEqualTo(new Recorded(lane.write(1).rows().get(0).at()));
  }

  @Test
  void boundsTheWritesOfAPartition_thatAreNotConfirmed() {
    List<CompletableFuture<RecordOutcome>> answers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      answers.add(lane.append(A));
      written(i);
    }
    answers.add(lane.append(A));
    CompletableFuture<RecordOutcome> elsewhere = lane.append(B);
    CompletableFuture<Void> drained = lane.commit.drain().toCompletableFuture();
    assertThat(lane.log.held()).as("three of A, and that of B").hasSize(4);
    written(3);
    answered(0);
    assertThat(lane.log.held()).hasSize(5);
    written(4);
    for (int i = 1; i < registry.held().size(); i++) {
      assertThat(drained).isNotDone();
      answered(i);
    }
    assertThat(answers).allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(Done.value(elsewhere)).isInstanceOf(Recorded.class);
    assertThat(drained).isCompleted();
  }
}
