package io.quipu.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.counter.EventTime;
import io.quipu.ingest.AppendOutcome.OutcomeUnknown;
import io.quipu.ingest.AppendOutcome.Recorded;
import io.quipu.ingest.AppendOutcome.Refusal;
import io.quipu.ingest.AppendOutcome.Refused;
import io.quipu.sim.scripted.ScriptedEventStore;
import io.quipu.sim.scripted.ScriptedWriterRegistry;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import io.quipu.time.HandDrivenTime;
import io.quipu.writer.GroupTime;
import io.quipu.writer.Incarnation;
import io.quipu.writer.Lease;
import io.quipu.writer.WriterRegistry.State;
import io.quipu.writer.WriterSettings;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Recording where the store is asked whether the writer is live before it acknowledges. */
class ConfirmedCommitTest {
  private static final CounterName A = new CounterName("votes", "a");
  private static final CounterName B = new CounterName("votes", "b");
  private static final CounterName C = new CounterName("votes", "c");
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final CommitBounds BOUNDS =
      new CommitBounds(10, 10_000_000L, 3, 120, 4, 16, Duration.ofSeconds(3));

  private final HandDrivenTime time = new HandDrivenTime();
  private final EventTime start = time.wall();
  private final ScriptedEventStore store = new ScriptedEventStore();
  private final ScriptedWriterRegistry registry = new ScriptedWriterRegistry();
  private final Incarnation writer =
      new Incarnation(
          new UUID(0, 1),
          1,
          start,
          new Lease(time, LEASE, Lease.sample(time)),
          new GroupTime(time, start));
  private final GroupCommit commit =
      new GroupCommit(
          store,
          time,
          time,
          BOUNDS,
          2,
          new SerialConfirmation(registry),
          new IngestMeters(new SimpleMeterRegistry()),
          counter -> {});

  @BeforeEach
  void joinAndAdopt() {
    registry.foundedAt(start);
    registry.member(
        writer.writer(), start, start, new WriterSettings(LEASE, Duration.ofMillis(500), true));
    registry.holdSerialReads();
    store.hold();
    assertThat(commit.low(writer)).isEqualTo(start);
  }

  private CompletableFuture<AppendOutcome> append(CounterName counter) {
    return commit.append(new Append(counter, 1, List.of(Event.ONE))).toCompletableFuture();
  }

  private void written(int write) {
    store.held().get(write).written();
  }

  private void answered(int read) {
    registry.held().get(read).answered();
  }

  private boolean declaredDead() {
    return registry.ended(writer.writer(), 0, State.DEAD);
  }

  @Test
  void acknowledges_onlyWhenAReadThatBeganAfterTheWriteSaysLive() {
    CompletableFuture<AppendOutcome> answer = append(A);
    assertThat(registry.held()).as("nothing is asked before the rows are durable").isEmpty();
    written(0);
    assertThat(answer).isNotDone();
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void doesNotTrustARead_thatWasUnderWayWhenTheWriteReturned() {
    CompletableFuture<AppendOutcome> first = append(A);
    CompletableFuture<AppendOutcome> second = append(B);
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
    CompletableFuture<AppendOutcome> first = append(A);
    CompletableFuture<AppendOutcome> second = append(B);
    CompletableFuture<AppendOutcome> third = append(C);
    written(0);
    written(1);
    written(2);
    answered(0);
    answered(1);
    assertThat(registry.held()).hasSize(2);
    assertThat(List.of(Done.value(first), Done.value(second), Done.value(third)))
        .allMatch(Recorded.class::isInstance);
  }

  @Test
  void neverAcknowledges_whatAWriterWroteThatIsDeadByNow_andEndsItsLease() {
    CompletableFuture<AppendOutcome> answer = append(A);
    assertThat(declaredDead()).isTrue();
    written(0);
    answered(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(writer.lease().holds()).isFalse();
    assertThat(Done.value(append(A))).isEqualTo(new Refused(Refusal.NO_LEASE));
  }

  @Test
  void neverAcknowledges_whenItsRowIsGone() {
    CompletableFuture<AppendOutcome> answer = append(A);
    registry.loseRow(writer.writer());
    written(0);
    answered(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(writer.lease().holds()).isFalse();
  }

  @Test
  void asksAgain_whenTheReadFails_withoutWritingAgain() {
    CompletableFuture<AppendOutcome> answer = append(A);
    written(0);
    registry.held().get(0).unavailable();
    assertThat(registry.held()).hasSize(1);
    time.passMillis(50);
    assertThat(registry.held()).hasSize(2);
    answered(1);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(store.held()).hasSize(1);
  }

  @Test
  void givesUpAfterItsPatience_whenNoReadSucceeds() {
    CompletableFuture<AppendOutcome> answer = append(A);
    written(0);
    failReadsFor(2_900);
    assertThat(answer).isNotDone();
    assertThat(commit.low(writer)).isEqualTo(start);
    failReadsFor(1_100);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(commit.low(writer)).isGreaterThan(start);
    int asked = registry.held().size();
    time.passMillis(900);
    assertThat(registry.held()).hasSize(asked);
    assertThat(writer.lease().holds()).as("a failed read says nothing of the writer").isTrue();
  }

  private void failReadsFor(long millis) {
    for (long passed = 0; passed < millis; passed += 50) {
      registry.held().forEach(ScriptedWriterRegistry.HeldRead::unavailable);
      time.passMillis(50);
    }
  }

  @Test
  void holdsTheWatermark_untilTheAnswer() {
    CompletableFuture<AppendOutcome> answer = append(A);
    written(0);
    time.passMillis(100);
    assertThat(commit.low(writer)).isEqualTo(start);
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(commit.low(writer)).isEqualTo(start.plusTicks(1_000_000));
  }

  @Test
  void keepsToTheLease_whateverTheReadSays() {
    CompletableFuture<AppendOutcome> answer = append(A);
    written(0);
    time.pass(LEASE);
    answered(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void asksNobody_whenTheLeaseLapsedInFlight() {
    CompletableFuture<AppendOutcome> answer = append(A);
    time.pass(LEASE);
    written(0);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(registry.held()).isEmpty();
  }

  @Test
  void confirmsAfterTheLastRepetition_ofAnUnknownWrite() {
    CompletableFuture<AppendOutcome> answer = append(A);
    store.held().get(0).answered(WriteOutcome.UNKNOWN);
    time.passMillis(50);
    assertThat(registry.held()).isEmpty();
    written(1);
    answered(0);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }
}
