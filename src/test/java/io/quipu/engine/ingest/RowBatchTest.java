package io.quipu.engine.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.Event;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.quipu.engine.writer.TestWriters;
import io.quipu.engine.writer.Watermark;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBatchTest {
  private static final CounterName A = new CounterName("votes", "a");

  private final HandDrivenTime time = new HandDrivenTime();
  private final Watermark watermark = new Watermark(TestWriters.incarnation(time, 1), 0);
  private final EventPartition partition =
      new EventPartition(0, EventPartition.bucketOf(time.wall()), 0);
  private final RowBatch batch = new RowBatch(CommitBounds.of(1_000, 1_000_000), EventTime.MIN);

  private void take(int page, Event... events) {
    PendingAppend pending =
        new PendingAppend(new Append(A, 8, List.of(events)), page, 1, bytes -> {});
    assertThat(batch.takeFrom(pending)).isTrue();
  }

  @Test
  void liesInItsPartition() {
    take(0, Event.ONE, new Event(1, "x"));
    Watermark.Minted minted = watermark.mint(batch.rows());
    assertThat(batch.rows(minted, partition))
        .singleElement()
        .extracting(CounterRows::page)
        .isEqualTo(0);
    EventPartition before = new EventPartition(0, partition.bucket() - 5, 0);
    for (EventPartition other : List.of(before, partition.next())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> batch.rows(minted, other))
          .withMessageContaining("does not belong");
    }
  }

  @Test
  void happeningsAddUp_andAnIdHasItsOwn() {
    take(0, new Event(7, 5, null), Event.ONE, new Event(3, 1_000_000, "x"));
    assertThat(batch.events()).isEqualTo(3);
    assertThat(batch.happenings()).isEqualTo(1_000_006);
    assertThat(batch.rows(watermark.mint(batch.rows()), partition).get(0).rows())
        .extracting(EventRow::events)
        .containsExactly(6, 1_000_000);
  }

  /** Pages of one part share a write, and a counter with shards may be on several of them. */
  @Test
  void keepsThePagesOfACounterApart() {
    take(0, Event.ONE);
    take(8, Event.ONE, new Event(1, "x"));
    take(0, new Event(5, null));
    Watermark.Minted minted = watermark.mint(batch.rows());
    List<CounterRows> rows = batch.rows(minted, partition);
    assertThat(rows).extracting(CounterRows::page).containsExactlyInAnyOrder(0, 8);
    for (CounterRows of : rows) {
      assertThat(of.counter()).isEqualTo(A);
      assertThat(of.rows())
          .extracting(EventRow::delta)
          .containsExactlyElementsOf(of.page() == 0 ? List.of(6L) : List.of(1L, 1L));
    }
    assertThat(batch.counters()).containsExactly(A);
    assertThat(rows.stream().flatMap(of -> of.rows().stream()))
        .extracting(EventRow::at)
        .doesNotHaveDuplicates();
  }
}
