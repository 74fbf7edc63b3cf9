package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.BOUNDS;
import static io.quipu.engine.ingest.RecordingLane.LAYOUT;
import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.id;
import static io.quipu.engine.ingest.RecordingLane.ids;
import static io.quipu.engine.ingest.RecordingLane.ones;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.input.Limits;
import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterLives;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.dev.AllocatedBytes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of a counter with two above it, of which each has a partition of its own. */
class LevelsTest {
  private static final CounterName ROOT = counter(2, 0);
  private static final CounterName PARENT = below(ROOT, 1, 0);
  private static final CounterName CHILD = below(PARENT, 0, 0);
  private static final CounterName OTHER = below(PARENT, 0, 1);

  private final RecordingLane lane = new RecordingLane();

  private static CounterName below(CounterName above, int part, int which) {
    return RecordingLane.counters(part, above.namespace(), above.name() + "/")
        .skip(which)
        .findFirst()
        .orElseThrow();
  }

  private CompletableFuture<RecordOutcome> record(CounterName child, Event... events) {
    Levels levels = new Levels(new Append(child, 1, List.of(events)), "/", CounterLives.NONE);
    return lane.commit.appendLevels(levels).toCompletableFuture();
  }

  @Test
  void levelsAreNamedWhenTheyAreRecorded_andShareTheirEvents() {
    Append named =
        new Append(CHILD, 2, RetentionClass.FOREVER, 60, true, List.of(ids(2))).withIdPrefix("a:");
    List<Append> each = new Levels(named, "/", CounterLives.NONE).appends();
    assertThat(each).extracting(Append::counter).containsExactly(CHILD, PARENT, ROOT);
    assertThat(each).allSatisfy(level -> assertThat(level.events()).isSameAs(named.events()));
    assertThat(each).extracting(Append::rowsWanted).containsExactly(true, false, false);
    assertThat(each)
        .allMatch(level -> level.shards() == 2 && level.window() == 60)
        .allMatch(level -> level.retention() == RetentionClass.FOREVER)
        .allMatch(level -> "a:i1".equals(level.storedId(level.events().get(1))))
        .allMatch(level -> level.storedId(Event.ONE) == null);
  }

  @Test
  void idsAreStoredWithTheirPrefix_onEachLevel_andChargedWithIt() {
    Append plain = new Append(CHILD, 1, List.of(ids(2)));
    Append prefixed = plain.withIdPrefix("a:");
    assertThat(PendingAppend.bytes(prefixed)).isEqualTo(PendingAppend.bytes(plain) + 2 * 2);
    lane.commit.appendLevels(new Levels(prefixed, "/", CounterLives.NONE));
    assertThat(lane.log.rowsOf(CHILD)).extracting(EventRow::id).containsExactly("a:i0", "a:i1");
    assertThat(lane.log.rowsOf(ROOT)).extracting(EventRow::id).containsExactly("a:i0", "a:i1");
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
    lane.writeFrom(0);
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
    int most = BOUNDS.queuedEvents() / 3;
    lane.log.hold();
    assertRefused(record(CHILD, ones(most + 1)), Refusal.QUEUE_FULL);
    assertThat(lane.log.held()).isEmpty();
    assertThat(record(CHILD, ones(most))).isNotDone();
    assertThat(LAYOUT.parts()).isGreaterThan(2);
  }

  /** The largest request that there may be: of each level its ids would take some megabytes. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatThereIsNoRoomForIsRefused_beforeAnythingIsMadeOfIt(boolean named) {
    String deepest = ROOT.name() + "/abc".repeat(15);
    Event[] events = new Event[Limits.BATCH_EVENTS];
    for (int i = 0; i < events.length; i++) {
      events[i] = named ? id("\u017e" + i + "x".repeat(200)) : Event.ONE;
    }
    Append append =
        new Append(new CounterName(ROOT.namespace(), deepest), 2, List.of(events))
            .withIdPrefix("p".repeat(20));
    AllocatedBytes allocated = new AllocatedBytes();
    assertRefused(
        lane.commit.appendLevels(new Levels(append, "/", CounterLives.NONE)), Refusal.QUEUE_FULL);
    assertThat(allocated.sinceItWasMade()).isLessThan(1_000_000);
    assertThat(lane.log.held()).isEmpty();
  }
}
