package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.lost;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.scripted.Fate;
import io.quipu.testing.sim.scripted.Script;
import io.quipu.testing.sim.scripted.ScriptedEventDirectory.Call;
import io.quipu.testing.sim.scripted.ScriptedEventLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A partition is named, with its hour, before anything in it is acknowledged. */
class AnnouncementTest {
  private static final CounterName A = counter(0, 0);
  private static final CounterName B = counter(0, 1);

  private final RecordingLane lane = new RecordingLane();
  private final Script<Call> script = lane.directory.script;
  private final EventPartition partition =
      new EventPartition(RetentionClass.USUAL, EventPartition.bucketOf(lane.start), 0);

  private void holdNames() {
    script.hold(Call.NAME_PARTITION, true);
    script.hold(Call.NAME_HOUR, true);
  }

  private List<Script.Held<Call>> held() {
    return script.held();
  }

  @Test
  void namesPartitionAndHour_besideTheRows_andAcknowledgesAfterThem() {
    holdNames();
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(lane.log.rowsOf(A)).hasSize(1);
    assertThat(held())
        .extracting(Script.Held::operation)
        .containsExactly(Call.NAME_PARTITION, Call.NAME_HOUR);
    held().get(0).answered();
    assertThat(answer).isNotDone();
    held().get(1).answered();
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(lane.directory.isNamed(partition)).isTrue();
  }

  @Test
  void holdsTheWatermark_untilRowsPartitionAndHourAreDurable() {
    holdNames();
    lane.log.hold();
    lane.send(A, Event.ONE);
    lane.time.passMillis(10);
    assertThat(lane.low()).isEqualTo(lane.start);
    held().get(0).answered();
    assertThat(lane.low()).isEqualTo(lane.start);
    lane.write(0).written();
    assertThat(lane.low()).isEqualTo(lane.start);
    held().get(1).answered();
    assertThat(lane.low()).isEqualTo(lane.start.plusTicks(100_000));
  }

  @ParameterizedTest
  @EnumSource(names = {"NAME_PARTITION", "NAME_HOUR"})
  void asksForTheLease_afterTheLastOfThem(Call last) {
    script.hold(last, true);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.pass(RecordingLane.LEASE);
    held().get(0).answered();
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @ParameterizedTest
  @EnumSource(names = {"NAME_PARTITION", "NAME_HOUR"})
  void repeatsWhatIsNotDurable_andNothingElse(Call lost) {
    script.next(lost, Fate.REFUSED, Fate.ANSWER_LOST);
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.passMillis(50);
    assertThat(answer).as("an answer that was lost is none").isNotDone();
    lane.time.passMillis(100);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
    assertThat(script.calls()).hasSize(4);
    assertThat(script.calls(lost)).isEqualTo(3);
    assertThat(lane.log.script.calls(ScriptedEventLog.Call.APPEND)).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"NAME_PARTITION", "NAME_HOUR"})
  void givesUpAfterItsPatience_whatCannotBeFound(Call lost) {
    script.next(lost, lost(100));
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.time.passMillis(2_900);
    assertThat(answer).isNotDone();
    assertThat(lane.low()).isEqualTo(lane.start);
    lane.time.passMillis(1_100);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    assertThat(lane.low()).isGreaterThan(lane.start);
    assertThat(lane.touched).as("its rows may be seen").containsExactly(A);
    assertThat(lane.changed).isEmpty();
  }

  @Test
  void allCountersOfAWriteShareTheAnnouncement() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    CompletableFuture<RecordOutcome> a = lane.append(A);
    CompletableFuture<RecordOutcome> b = lane.append(B);
    lane.write(0).written();
    lane.write(1).written();
    assertThat(List.of(a, b)).allMatch(CompletableFuture::isDone);
    assertThat(script.calls()).hasSize(2);
  }

  /** On how many replicas the name of another is, nobody knows. */
  @Test
  void doesNotTrustTheAnnouncementOfAnother() {
    lane.directory.nameNow(partition);
    holdNames();
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    assertThat(answer).isNotDone();
    held().forEach(Script.Held::answered);
    assertThat(Done.value(answer)).isInstanceOf(Recorded.class);
  }

  @Test
  void announcesOnce_forEachPartAndRetention_eachBucketAndEachHour() {
    lane.record(A);
    lane.record(B);
    assertNamed(1, 1);
    lane.record(counter(1, 0));
    assertNamed(2, 2);
    lane.passTo(Duration.ofSeconds(20));
    lane.record(A);
    lane.record(B);
    assertNamed(3, 2);
    lane.passTo(Duration.ofHours(1));
    lane.record(A);
    assertNamed(4, 3);
  }

  private void assertNamed(long partitions, long hours) {
    assertThat(script.calls(Call.NAME_PARTITION)).isEqualTo(partitions);
    assertThat(script.calls(Call.NAME_HOUR)).isEqualTo(hours);
  }

  /** An announcement that was given up with a write is made again by the next one. */
  @Test
  void announcesAgain_whatWasGivenUp() {
    script.next(Call.NAME_HOUR, lost(8));
    CompletableFuture<RecordOutcome> answer = lane.append(A);
    lane.passTo(Duration.ofMillis(3_800));
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
    script.hold(Call.NAME_HOUR, true);
    CompletableFuture<RecordOutcome> next = lane.append(B);
    assertThat(next).isNotDone();
    held().get(0).answered();
    assertThat(Done.value(next)).isInstanceOf(Recorded.class);
  }

  @Test
  void thePartitionIsBusy_untilItCanBeFound_andTheNextWriteTakesAllThatQueued() {
    script.next(Call.NAME_PARTITION, Fate.NEVER_APPLIED);
    CompletableFuture<RecordOutcome> first = lane.append(A);
    CompletableFuture<RecordOutcome> second = lane.append(B);
    CompletableFuture<RecordOutcome> third = lane.append(A);
    assertThat(lane.log.script.calls(ScriptedEventLog.Call.APPEND)).isEqualTo(1);
    lane.time.passMillis(50);
    assertThat(List.of(first, second, third))
        .allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(lane.log.script.calls(ScriptedEventLog.Call.APPEND)).isEqualTo(2);
  }
}
