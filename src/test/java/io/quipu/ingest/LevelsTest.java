package io.quipu.ingest;

import static io.quipu.ingest.RecordingLane.BOUNDS;
import static io.quipu.ingest.RecordingLane.LAYOUT;
import static io.quipu.ingest.RecordingLane.assertRefused;
import static io.quipu.ingest.RecordingLane.counter;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.counter.CounterName;
import io.quipu.counter.Event;
import io.quipu.kind.RecordOutcome;
import io.quipu.kind.RecordOutcome.OutcomeUnknown;
import io.quipu.kind.RecordOutcome.Recorded;
import io.quipu.kind.RecordOutcome.Refusal;
import io.quipu.store.EventRow;
import io.quipu.store.WriteOutcome;
import io.quipu.time.Done;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The same events for several counters, of which each has a partition of its own. */
class LevelsTest {
  private static final CounterName CHILD = counter(0, 0);
  private static final CounterName OTHER = counter(0, 1);
  private static final CounterName PARENT = counter(1, 0);
  private static final CounterName ROOT = counter(2, 0);

  private final RecordingLane lane = new RecordingLane();

  private CompletableFuture<RecordOutcome> record(CounterName child, Event... events) {
    return lane.commit
        .record(
            new Levels(
                List.of(child, PARENT, ROOT).stream()
                    .map(level -> new Append(level, 1, List.of(events)))
                    .toList()))
        .toCompletableFuture();
  }

  @Test
  void isAcknowledged_whenAllLevelsAreDurable_withTheRowOfTheFirst() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = record(CHILD, Event.ONE);
    assertThat(lane.log.held()).hasSize(3);
    lane.write(0).written();
    lane.write(1).written();
    assertThat(answer).isNotDone();
    lane.write(2).written();
    assertThat(Done.value(answer)).isEqualTo(new Recorded(lane.write(0).rows().get(0).at()));
    assertThat(lane.changed).contains(CHILD, PARENT, ROOT);
  }

  @Test
  void whatComesWhileAWriteIsInFlight_sharesOneRowOfEachLevelAbove() {
    lane.log.hold();
    List<CompletableFuture<RecordOutcome>> answers =
        List.of(
            record(CHILD, Event.ONE),
            record(OTHER, Event.ONE, Event.ONE),
            record(CHILD, Event.ONE));
    for (int i = 0; i < lane.log.held().size(); i++) {
      lane.write(i).written();
    }
    assertThat(answers).allMatch(CompletableFuture::isDone);
    for (CounterName level : List.of(PARENT, ROOT)) {
      assertThat(lane.log.rowsOf(level))
          .extracting(EventRow::delta)
          .containsExactlyInAnyOrder(1L, 3L);
    }
  }

  @Test
  void isUnknown_whenOneLevelIsRefusedAndAnotherIsNot() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = record(CHILD, Event.ONE);
    lane.write(0).written();
    lane.write(1).answered(WriteOutcome.REFUSED);
    lane.write(2).written();
    assertThat(Done.value(answer)).isInstanceOf(OutcomeUnknown.class);
  }

  @Test
  void isRefused_whenAllLevelsAre() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = record(CHILD, Event.ONE);
    for (int i = 0; i < 3; i++) {
      lane.write(i).answered(WriteOutcome.REFUSED);
    }
    assertRefused(answer, Refusal.STORE_UNAVAILABLE);
  }

  @Test
  void allLevelsTakeRoom_andNoneIsWrittenWhereThereIsNotEnough() {
    Event[] most = Collections.nCopies(BOUNDS.queuedEvents() / 3, Event.ONE).toArray(Event[]::new);
    Event[] more = Collections.nCopies(most.length + 1, Event.ONE).toArray(Event[]::new);
    lane.log.hold();
    assertRefused(record(CHILD, more), Refusal.QUEUE_FULL);
    assertThat(lane.log.held()).isEmpty();
    assertThat(record(CHILD, most)).isNotDone();
    assertThat(LAYOUT.parts()).isGreaterThan(2);
  }
}
