package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.LAYOUT;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.kind.answer.RecordOutcome.Refused;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TailBoundTest {
  private static final CounterName BUSY = counter(0, 0);
  private static final CounterName OTHER = counter(0, 1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final RecordingLane lane = new RecordingLane(new TailBound.Bounds(4, 100, 8, PATIENCE));

  private CompletableFuture<RecordOutcome> record(CounterName counter, String prefix, int ids) {
    return record(lane, counter, prefix, ids);
  }

  private static CompletableFuture<RecordOutcome> record(
      RecordingLane lane, CounterName counter, String prefix, int ids) {
    Event[] events = new Event[ids];
    for (int i = 0; i < ids; i++) {
      events[i] = RecordingLane.id(prefix + i);
    }
    return lane.append(counter, events);
  }

  private int page() {
    return LAYOUT.page(BUSY);
  }

  /** Where all that was minted so far lies before. */
  private EventTime now() {
    return lane.low().plusTicks(EventTime.TICKS_PER_SECOND);
  }

  /** Has the page settled by this process, which has not got far. */
  private void settledHere() {
    lane.commit.onSettled(page(), EventTime.MIN);
  }

  private static void assertRecorded(CompletableFuture<RecordOutcome> answer) {
    assertThat(answer).isCompletedWithValueMatching(Recorded.class::isInstance);
  }

  @Test
  void writersOfALongTailWaitUntilItIsSettled() {
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    CompletableFuture<RecordOutcome> waits = record(BUSY, "b", 4);
    CompletableFuture<RecordOutcome> waitsBehind = record(BUSY, "c", 1);
    assertThat(waits).isNotDone();
    assertThat(lane.log.rowsOf(BUSY)).hasSize(4);
    assertThat(lane.hastened).contains(page());

    lane.commit.onSettled(page(), now());
    assertRecorded(waits);
    assertThat(waitsBehind).isNotDone();
    assertThat(lane.log.rowsOf(BUSY)).hasSize(8);

    lane.passTo(Duration.ofSeconds(1));
    lane.commit.onSettled(page(), now());
    assertRecorded(waitsBehind);
  }

  @Test
  void otherCountersAndEventsWithoutIdsGoOn() {
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    assertThat(record(BUSY, "b", 1)).isNotDone();
    assertRecorded(record(OTHER, "b", 4));
    assertRecorded(lane.append(BUSY, Event.ONE));
  }

  @Test
  void aWriterThatWaitedLongIsRecordedNevertheless() {
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    CompletableFuture<RecordOutcome> waits = record(BUSY, "b", 2);
    lane.passTo(PATIENCE.plusSeconds(1));
    assertRecorded(waits);
  }

  @Test
  void aTailThatIsTooLongIsRefusedBeforeAnythingIsWritten() {
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    CompletableFuture<RecordOutcome> first = record(BUSY, "b", 4);
    CompletableFuture<RecordOutcome> second = record(BUSY, "c", 1);
    lane.passTo(PATIENCE.plusSeconds(1));
    assertRecorded(first);
    assertThat(second).isCompletedWithValue(new Refused(Refusal.QUEUE_FULL));
    assertThat(lane.log.rowsOf(BUSY)).hasSize(8);
  }

  @Test
  void nobodyWaitsForASettlerOfAnotherProcess() {
    for (String prefix : List.of("a", "b", "c", "d")) {
      assertRecorded(record(BUSY, prefix, 4));
    }
    assertThat(lane.hastened).isEmpty();
  }

  @Test
  void aPageThatHasTooManySlowsBusyCounters_andNoQuietOnes() {
    RecordingLane ofPages = new RecordingLane(new TailBound.Bounds(1_000, 128, 2_000, PATIENCE));
    assertRecorded(record(ofPages, BUSY, "a", 128));
    ofPages.commit.onSettled(page(), EventTime.MIN);
    assertThat(record(ofPages, BUSY, "b", 1)).isNotDone();
    assertRecorded(record(ofPages, OTHER, "c", 1));
  }

  @Test
  void aPageMayHaveMoreTheMoreItSettles() {
    RecordingLane ofPages = new RecordingLane(new TailBound.Bounds(1_000, 128, 2_000, PATIENCE));
    assertRecorded(record(ofPages, BUSY, "a", 128));
    ofPages.commit.onSettled(page(), ofPages.low().plusTicks(EventTime.TICKS_PER_SECOND));
    assertRecorded(record(ofPages, BUSY, "b", 255));
    assertRecorded(record(ofPages, BUSY, "c", 1));
    assertThat(record(ofPages, BUSY, "d", 1)).isNotDone();
  }

  @Test
  void ofAPageThatIsSettledElsewhereOnlyTheLastSecondsAreRemembered() {
    for (int second = 0; second < 100; second++) {
      assertRecorded(record(BUSY, "of-" + second + "-", 1));
      lane.passTo(Duration.ofSeconds(second + 1));
    }
    assertThat(lane.tails.remembered()).isBetween(10, 12);
  }

  @Test
  void levelsWaitForTheCounterAboveAndAreRecordedTogether() {
    CounterName below = new CounterName(BUSY.namespace(), BUSY.name() + "/x");
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    Append named = new Append(below, 1, List.of(RecordingLane.id("n")));
    CompletableFuture<RecordOutcome> waits =
        lane.commit.appendLevels(new Levels(named, "/", CounterLives.NONE)).toCompletableFuture();
    assertThat(waits).isNotDone();
    assertThat(lane.log.rowsOf(below)).isEmpty();
    lane.commit.onSettled(page(), now());
    assertRecorded(waits);
    assertThat(lane.log.rowsOf(below)).hasSize(1);
  }

  @Test
  void writersThatWaitAreToldThatTheInstanceStops() {
    assertRecorded(record(BUSY, "a", 4));
    settledHere();
    CompletableFuture<RecordOutcome> waits = record(BUSY, "b", 1);
    assertThat(lane.commit.drain()).isCompleted();
    assertThat(waits).isCompletedWithValue(new Refused(Refusal.STOPPING));
  }
}
