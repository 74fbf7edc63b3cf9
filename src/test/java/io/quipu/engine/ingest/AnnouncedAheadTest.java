package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.counter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.store.EventDirectory.Hour;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.Script;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The next partition of a part in use is announced before it begins, and nobody depends on it. */
class AnnouncedAheadTest {
  private static final CounterName A = counter(0, 0);

  private static final Duration LATE_IN_THE_BUCKET = Duration.ofMillis(4_500);
  private static final Duration IN_THE_NEXT = Duration.ofMillis(5_100);

  private final RecordingLane lane = new RecordingLane();
  private final Script<Call> script = lane.directory.script;
  private final EventPartition first =
      new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(lane.start), 0);

  private void record() {
    lane.record(A);
  }

  /** Records late in a bucket, and holds the names of the next. */
  private void holdTheNamesAhead() {
    record();
    lane.passTo(LATE_IN_THE_BUCKET);
    holdNames(true);
    record();
  }

  private void holdNames(boolean holds) {
    script.hold(Call.NAME_PARTITION, holds);
    script.hold(Call.NAME_HOUR, holds);
  }

  @Test
  void nobodyWaitsForTheNextBucket_whenOneWasRecordedShortlyBefore() {
    record();
    lane.passTo(LATE_IN_THE_BUCKET);
    record();
    assertThat(lane.directory.isNamed(first.next())).isTrue();
    record();
    assertThat(script.calls(Call.NAME_PARTITION)).as("once").isEqualTo(2);
    script.down(true);
    lane.passTo(IN_THE_NEXT);
    record();
    assertThat(lane.log.stored(A)).hasSize(4);
  }

  @Test
  void nothingIsAnnouncedForWhatIsIdle() {
    record();
    lane.passTo(Duration.ofMillis(3_900));
    record();
    lane.passTo(Duration.ofMinutes(5));
    assertThat(lane.directory.named(0, first.hour())).containsExactly(first);
    record();
    assertThat(lane.directory.named(0, first.hour())).hasSize(2);
  }

  @Test
  void theNextHourIsAnnouncedAhead_too() {
    lane.passTo(Duration.ofHours(1).minusMillis(500));
    record();
    assertThat(lane.directory.hours(0))
        .extracting(Hour::start)
        .containsExactly(first.hour(), first.hour() + EventPartition.HOUR_SECONDS);
    script.down(true);
    lane.passTo(Duration.ofHours(1));
    record();
  }

  @Test
  void noAcknowledgementWaitsForIt_norDoesTheEnd() {
    holdTheNamesAhead();
    assertThat(script.held()).hasSize(1);
    assertThat(lane.low()).as("nor the watermark").isGreaterThan(lane.start.plusTicks(45_000_000));
    assertThat(lane.commit.drain()).isCompleted();
  }

  @Test
  void whatIsStillUnderWayWhenItIsNeeded_isAnnouncedByTheWriteItself() {
    holdTheNamesAhead();
    holdNames(false);
    lane.passTo(IN_THE_NEXT);
    record();
    assertThat(script.calls(Call.NAME_PARTITION)).isEqualTo(3);
    script.held().get(0).becomes(Fate.NEVER_APPLIED);
    record();
  }

  @Test
  void whatIsAcknowledgedLateIsNotAnnouncedAThirdTime() {
    holdTheNamesAhead();
    lane.passTo(IN_THE_NEXT);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(script.held()).hasSize(2);
    script.held().get(0).answered();
    assertThat(answer).as("its own is under way").isNotDone();
    script.held().get(1).becomes(Fate.NEVER_APPLIED);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(script.held()).hasSize(2);
  }

  /** Between two attempts of a write, which then has nothing left to send. */
  @Test
  void whatIsAcknowledgedWhileAWritePauses_isEnoughForIt_andTheWatermarkGoesOn() {
    holdTheNamesAhead();
    holdNames(false);
    lane.passTo(IN_THE_NEXT);
    script.next(Call.NAME_PARTITION, Fate.NEVER_APPLIED);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(answer).as("its rows are durable, their partition is not named").isNotDone();
    script.held().get(0).answered();
    lane.time.passMillis(100);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(script.calls(Call.NAME_PARTITION)).as("nothing was sent again").isEqualTo(3);
    assertThat(lane.low()).isGreaterThan(lane.start.plusTicks(51_000_000));
    record();
  }

  @Test
  void whatFailedIsAnnouncedAgain_whenItIsNeeded_andNotBefore() {
    record();
    lane.passTo(LATE_IN_THE_BUCKET);
    script.next(Call.NAME_PARTITION, Fate.NEVER_APPLIED);
    record();
    record();
    assertThat(script.calls(Call.NAME_PARTITION)).isEqualTo(2);
    lane.passTo(IN_THE_NEXT);
    script.hold(Call.NAME_PARTITION, true);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(answer).as("it is not known to be found").isNotDone();
    script.held().get(0).answered();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }
}
