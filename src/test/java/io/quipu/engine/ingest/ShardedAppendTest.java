package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.LAYOUT;
import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.id;
import static io.quipu.engine.ingest.RecordingLane.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.OutcomeUnknown;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.RetentionClass;
import io.quipu.testing.sim.cassandra.StoredRows.StoredRow;
import io.quipu.testing.sim.scripted.ScriptedEventLog.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A counter that is spread over several pages, which lie in different parts. */
class ShardedAppendTest {
  private static final CounterName A = counter(0, 0);
  private static final int SHARDS = 3;
  private static final List<Integer> PAGES = LAYOUT.pagesOf(A, SHARDS);

  private final RecordingLane lane = new RecordingLane();

  private CompletableFuture<RecordOutcome> append(Event... events) {
    return lane.append(append(true, events));
  }

  private static Append append(boolean rowsWanted, Event... events) {
    return new Append(
        A, SHARDS, RetentionClass.USUAL, DeduplicationWindow.USUAL, rowsWanted, List.of(events));
  }

  private static int pageOf(String id) {
    return PAGES.get(LAYOUT.shardOf(id, SHARDS));
  }

  private static int page(Held write) {
    return write.parts().get(0).page();
  }

  @Test
  void anIdIsRecordedOnItsPage_whateverItComesWith() {
    Event[] events = ids(30);
    assertThat(append(events)).isCompleted();
    for (Event event : events) {
      assertThat(append(id(event.id() + "-later"), event)).isCompleted();
      assertThat(append(event)).isCompleted();
    }
    List<StoredRow> stored = lane.log.stored(A);
    assertThat(stored).hasSize(120).allMatch(row -> row.page() == pageOf(row.row().id()));
    assertThat(stored).extracting(StoredRow::page).containsAll(PAGES);
  }

  @Test
  void eventsWithoutAnIdGoToThePagesInTurn_thoseOfOneAppendToOne() {
    for (int i = 0; i < 2 * SHARDS; i++) {
      assertThat(append(Event.ONE, Event.ONE)).isCompleted();
    }
    assertThat(lane.log.stored(A))
        .extracting(StoredRow::page)
        .containsExactlyInAnyOrder(
            PAGES.get(0), PAGES.get(1), PAGES.get(2), PAGES.get(0), PAGES.get(1), PAGES.get(2));
    assertThat(lane.log.rowsOf(A)).extracting(EventRow::events).containsOnly(2);
  }

  /** Without a window nobody remembers an id, so that it has no page of its own. */
  @Test
  void idsThatAreNotRememberedAreNone() {
    Append append =
        new Append(
            A, SHARDS, RetentionClass.USUAL, DeduplicationWindow.OFF, false, List.of(ids(4)));
    assertThat(lane.append(append)).isCompleted();
    assertThat(lane.log.rowsOf(A)).singleElement().extracting(EventRow::events).isEqualTo(4);
  }

  @Test
  void isAnsweredWhenAllPagesAre_withTheRowOfEachEventInTheirOrder() {
    lane.log.hold();
    Event[] events = ids(9);
    CompletableFuture<RecordOutcome> answer = append(events);
    assertThat(lane.log.held()).extracting(ShardedAppendTest::page).containsAll(PAGES);
    List<EventRow> rows = new ArrayList<>();
    for (int i = 0; i < lane.log.held().size(); i++) {
      assertThat(answer).isNotDone();
      rows.addAll(lane.write(i).rows());
      lane.write(i).written();
    }
    List<UUID> inOrder = Stream.of(events).map(event -> at(rows, event)).toList();
    assertThat(Done.value(answer)).isEqualTo(new Recorded(inOrder.get(8), inOrder));
  }

  @Test
  void namesTheRowOfTheLastEventOnly_whereNobodyWantsMore() {
    Event first = id("0");
    Event last =
        Stream.of(ids(30)).filter(id -> pageOf(id.id()) != pageOf("0")).findFirst().orElseThrow();
    RecordOutcome outcome = Done.value(lane.append(append(false, first, last)));
    assertThat(outcome).isEqualTo(new Recorded(at(lane.log.rowsOf(A), last)));
  }

  private static UUID at(List<EventRow> rows, Event event) {
    return rows.stream()
        .filter(row -> event.id().equals(row.id()))
        .map(EventRow::at)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "UNKNOWN"})
  void isUnknown_whenOnePageIs_orIsRefusedAndAnotherIsNot(WriteOutcome ofOne) {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = append(ids(9));
    lane.writeFrom(1);
    if (ofOne == WriteOutcome.UNKNOWN) {
      lane.writer.lease().end();
    }
    lane.write(0).answered(ofOne);
    assertThat(Done.value(answer)).isEqualTo(new OutcomeUnknown());
  }

  @Test
  void isRefused_whenAllPagesAre() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> answer = append(ids(9));
    for (int i = 0; i < lane.log.held().size(); i++) {
      lane.write(i).answered(WriteOutcome.REFUSED);
    }
    assertRefused(answer, Refusal.STORE_UNAVAILABLE);
  }

  @Test
  void writesNothing_whenOneOfItsPagesHasNoRoom() {
    RecordingLane small =
        new RecordingLane(new CommitBounds(20, 1_000_000, 1, 10_000, 4, Duration.ofSeconds(3)));
    small.log.hold();
    small.send(A, ids(11));
    int sent = small.log.held().size();
    assertRefused(small.append(append(false, ids(9))), Refusal.QUEUE_FULL);
    assertThat(small.log.held()).hasSize(sent);
    assertThat(small.append(counter(3, 0), ids(9))).isNotDone();
  }

  @Test
  void pagesOfOnePartShareAWrite() {
    Append wide = new Append(A, 2 * LAYOUT.parts(), List.of(ids(60)));
    assertThat(lane.append(wide)).isCompleted();
    assertThat(lane.log.stored(A)).extracting(StoredRow::page).contains(0, 8);
    lane.log.hold();
    lane.send(A, Event.ONE);
    assertThat(lane.append(wide)).isNotDone();
    lane.writeFrom(0);
    assertThat(lane.log.held())
        .anyMatch(write -> write.parts().stream().map(CounterRows::page).distinct().count() > 1);
  }
}
