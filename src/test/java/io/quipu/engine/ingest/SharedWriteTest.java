package io.quipu.engine.ingest;

import static io.quipu.engine.ingest.RecordingLane.assertRefused;
import static io.quipu.engine.ingest.RecordingLane.counter;
import static io.quipu.engine.ingest.RecordingLane.id;
import static io.quipu.engine.ingest.RecordingLane.ids;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.kind.answer.RecordOutcome;
import io.quipu.engine.kind.answer.RecordOutcome.Recorded;
import io.quipu.engine.kind.answer.RecordOutcome.Refusal;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.Done;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Counters of one part, whose rows go out together. */
class SharedWriteTest {
  private static final CounterName A = counter(0, 0);
  private static final CounterName B = counter(0, 1);
  private static final CounterName C = counter(0, 2);

  private final RecordingLane lane = new RecordingLane();

  @Test
  void whatQueuedForAnyCounterGoesOutAsOneWrite_aRowForEachWithoutIds() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> first = lane.append(A);
    List<CompletableFuture<RecordOutcome>> queued =
        List.of(
            lane.append(B),
            lane.append(A),
            lane.append(B, new Event(-5, null), Event.ONE),
            lane.append(C, id("x")));
    assertThat(lane.log.held()).hasSize(1);

    lane.write(0).written();
    assertThat(first).isCompleted();
    assertThat(queued).noneMatch(CompletableFuture::isDone);
    assertThat(lane.log.held()).hasSize(2);
    assertThat(lane.write(1).counters()).containsExactly(B, A, C);

    lane.write(1).written();
    assertThat(queued).allMatch(answer -> Done.value(answer) instanceof Recorded);
    assertThat(queued.get(2)).isCompletedWithValue(Done.value(queued.get(0)));
    assertThat(lane.log.rowsOf(B)).extracting(EventRow::delta).containsExactly(-3L);
    assertThat(lane.log.rowsOf(B)).extracting(EventRow::events).containsExactly(3);
    assertThat(lane.log.rowsOf(A)).extracting(EventRow::delta).containsExactly(1L, 1L);
    assertThat(lane.log.rowsOf(C)).extracting(EventRow::id).containsExactly("x");
    assertThat(lane.changed).containsExactly(A, B, A, C);
  }

  @Test
  void timeuuidsAreUnique_overAllCountersOfAWrite() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    lane.send(A, id("1"));
    lane.send(B, id("1"));
    lane.send(C, Event.ONE);
    lane.send(A, Event.ONE);
    lane.write(0).written();
    assertThat(lane.write(1).rows()).hasSize(4).extracting(EventRow::at).doesNotHaveDuplicates();
  }

  /** A write never straddles two partitions, however late in a bucket it is minted. */
  @Test
  void allRowsLieInOneBucket() {
    lane.log.hold();
    lane.send(A, Event.ONE);
    lane.send(A, id("1"));
    lane.send(B, id("2"));
    lane.send(C, id("3"));
    lane.time.passMillis(4_999);
    lane.time.pass(Duration.ofNanos(999_900));
    lane.write(0).written();
    EventPartition partition = lane.write(1).partition();
    assertThat(lane.write(1).rows()).hasSize(3);
    assertThat(lane.write(1).rows())
        .extracting(row -> EventPartition.bucketOf(EventTime.of(row.at())))
        .containsOnly(partition.bucket());
    assertThat(partition).isEqualTo(lane.write(0).partition().next());
  }

  @Test
  void allAreRefused_whenTheRowsWereSeenByNobody() {
    lane.log.hold();
    lane.send(C, Event.ONE);
    CompletableFuture<RecordOutcome> a = lane.append(A);
    CompletableFuture<RecordOutcome> b = lane.append(B);
    lane.write(0).written();
    lane.write(1).answered(WriteOutcome.REFUSED);
    assertRefused(a, Refusal.STORE_UNAVAILABLE);
    assertRefused(b, Refusal.STORE_UNAVAILABLE);
    assertThat(lane.changed).containsExactly(C);
  }

  @Test
  void aLargeAppendDoesNotKeepOthersWaiting() {
    lane.log.hold();
    CompletableFuture<RecordOutcome> large = lane.append(A, ids(20));
    CompletableFuture<RecordOutcome> alsoLarge = lane.append(C, ids(20));
    CompletableFuture<RecordOutcome> small = lane.append(B);
    for (int i = 0; i < 4; i++) {
      lane.write(i).written();
    }
    assertThat(Done.value(small)).isInstanceOf(Recorded.class);
    lane.writeFrom(4);
    assertThat(Done.value(large)).isInstanceOf(Recorded.class);
    assertThat(Done.value(alsoLarge)).isInstanceOf(Recorded.class);
    assertThat(lane.log.rowsOf(A)).hasSize(20);
    assertThat(lane.log.rowsOf(C)).hasSize(20);
  }
}
