package io.quipu.cassandra.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.cassandra.session.StoreSession;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.contract.EventLogContract;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.windows.EventTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(StoreSession.Extension.class)
class CassandraEventLogIT extends EventLogContract {
  private final StoreSession stores;

  CassandraEventLogIT(StoreSession stores) {
    this.stores = stores;
  }

  @Override
  protected EventLog events() {
    return stores.owned(EventLog.class, CassandraEventLog::new);
  }

  @Override
  protected <T> T await(CompletionStage<T> stage) {
    return stores.await(stage);
  }

  @Test
  void slicesReadEveryPage_inOrder() {
    List<EventRow> rows = IntStream.range(0, 12_345).mapToObj(i -> row(i, i, 1, null)).toList();
    List<EventRow> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(42));
    for (int from = 0; from < shuffled.size(); from += 1_000) {
      List<EventRow> some = shuffled.subList(from, Math.min(from + 1_000, shuffled.size()));
      appendAll(some);
    }

    assertThat(slice()).isEqualTo(rows);
    assertThat(slicePage()).containsExactly(new CounterRows(page, counter, rows));
  }

  @Test
  void slicesReadLargerPages_asTheSinkAllows() {
    // no ticks that follow each other, so each has a row of its own
    List<EventRow> rows =
        IntStream.range(0, 3_456).mapToObj(i -> row(2 * i, i, 1, "i" + i)).toList();
    for (int from = 0; from < rows.size(); from += 1_000) {
      appendAll(rows.subList(from, Math.min(from + 1_000, rows.size())));
    }
    Growing sink = new Growing();

    await(store.slice(partition, page, counter, EventTime.MIN, EventTime.MAX, sink));

    assertThat(sink.rows).isEqualTo(rows);
    assertThat(sink.rowsBefore).containsExactly(500, 1_500, 3_000);
  }

  /** Appends rows, again where a busy node answered too late: the same rows are the same cells. */
  private void appendAll(List<EventRow> rows) {
    WriteOutcome outcome = WriteOutcome.UNKNOWN;
    for (int attempt = 0; attempt < 10 && outcome == WriteOutcome.UNKNOWN; attempt++) {
      outcome = append(rows.toArray(EventRow[]::new));
    }
    assertThat(outcome).isEqualTo(WriteOutcome.WRITTEN);
  }

  /** Allows pages of 1,000 rows, then of 1,500. */
  private static final class Growing implements EventLog.RowSink {
    final List<EventRow> rows = new ArrayList<>();
    final List<Integer> rowsBefore = new ArrayList<>();

    @Override
    public void row(
        UUID at,
        long delta,
        int events,
        @Nullable String id,
        int window,
        long minute,
        List<String> series) {
      rows.add(new EventRow(at, delta, events, id, window, minute, series));
    }

    @Override
    public int nextPage() {
      rowsBefore.add(rows.size());
      return Math.min(1_500, 1_000 * rowsBefore.size());
    }
  }

  /** A version that does not know such rows refuses them, as they have fewer than no events. */
  @Test
  void idsMintedTogetherShareRows_ofWhichTheNumberOfEventsIsNegative() {
    append(IntStream.range(0, 40).mapToObj(i -> row(i, 1, 1, "i" + i)).toArray(EventRow[]::new));
    append(row(50, 1, 1, "alone"));

    assertThat(ofEachRow("events")).containsExactly(-16L, -16L, -8L, 1L);
  }

  /** What an expression is of each row of the partition. */
  private List<Long> ofEachRow(String expression) {
    return stores
        .cql
        .execute(
            "SELECT CAST(%s AS bigint) FROM %s.event WHERE class = ? AND bucket = ? AND part = ?"
                .formatted(expression, stores.keyspace),
            partition.retention(),
            Instant.ofEpochSecond(BUCKET),
            partition.part())
        .all()
        .stream()
        .map(found -> found.getLong(0))
        .toList();
  }

  @Test
  void rowsAreHandedOverOnTheContext() {
    append(row(1, 1, 1, null));
    List<String> threads = new ArrayList<>();

    await(
        store.slicePage(
            partition,
            page,
            CounterRange.ALL,
            (name, at, delta, events, id, window, minute, series) ->
                threads.add(Thread.currentThread().getName())));

    assertThat(threads).containsExactly(stores.context.thread());
  }

  @Test
  void rowsAreWrittenAtTheTimeOfTheirBucket_aloneAndTogether() {
    append(row(1, 1, 1, null));
    append(row(3, 1, 1, null), row(5, 1, 1, "single"));
    append(row(7, 1, 1, "a"), row(8, 1, 1, "b"));

    long written = BUCKET * 1_000_000;
    assertThat(ofEachRow("writetime(events)")).hasSize(4).containsOnly(written);
    assertThat(ofEachRow("writetime(delta)")).containsExactly(written, written, written, 0L);
  }
}
