package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.ColumnBytes;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Context;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Event rows in Cassandra. */
public final class CassandraEventLog implements EventLog {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.event"
              + " (class, bucket, part, page, namespace, counter, at,"
              + " delta, events, id, remember, ids)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.event WHERE class = ? AND bucket = ? AND part = ?");

  public static final List<Cql> STATEMENTS =
      Stream.of(List.of(INSERT, DELETE), SlicePage.STATEMENTS, SliceRows.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private static final int DELTA = 7;
  private static final int EVENTS = 8;
  private static final int ID = 9;
  private static final int REMEMBER = 10;
  private static final int IDS = 11;

  private final CassandraSession session;
  private final Requests requests;
  private final SlicePage slicePage;
  private final CoalescedRequests<SliceRows.Part, Optional<Throwable>> slices;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraEventLog(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.slicePage = new SlicePage(session, requests);
    this.slices =
        new CoalescedRequests<>(
            requests::afterThisTurn, new SliceRows(session, requests), SliceRows.MOST_COUNTERS);
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    return rows.stream().allMatch(some -> some.rows().isEmpty())
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : requests.write(() -> insertion(session, partition, rows));
  }

  /**
   * Makes the statement that writes rows of one or several counters into one event partition, with
   * the write timestamp of the bucket. The values that rows have in common are encoded once.
   *
   * @param rows at least one event row in all
   */
  public static Statement<?> insertion(
      CassandraSession session, EventPartition partition, List<CounterRows> rows) {
    PreparedStatement insert = session.prepared(INSERT);
    long timestamp = SpanTimestamp.ofWrite(partition.bucket());
    ByteBuffer retention = ColumnBytes.of(partition.retention());
    ByteBuffer bucket = ColumnBytes.ofSecond(partition.bucket());
    ByteBuffer part = ColumnBytes.of(partition.part());
    List<BatchableStatement<?>> inserts = new ArrayList<>();
    for (CounterRows some : rows) {
      ByteBuffer page = ColumnBytes.of(some.page());
      ByteBuffer namespace = ColumnBytes.of(some.counter().stored());
      ByteBuffer counter = ColumnBytes.of(some.counter().name());
      for (LogRow row : PackedRow.pack(some.rows())) {
        BoundStatementBuilder values =
            insert
                .boundStatementBuilder()
                .setQueryTimestamp(timestamp)
                .setBytesUnsafe(0, retention)
                .setBytesUnsafe(1, bucket)
                .setBytesUnsafe(2, part)
                .setBytesUnsafe(3, page)
                .setBytesUnsafe(4, namespace)
                .setBytesUnsafe(5, counter)
                .setBytesUnsafe(6, ColumnBytes.of(row.at()));
        inserts.add(
            row instanceof PackedRow of ? packed(values, of) : single(values, (EventRow) row));
      }
    }
    return PlainBatch.of(inserts);
  }

  /**
   * Makes the insertion of one row. A column without a value stays unset, because Cassandra would
   * store a null as a tombstone. In a row with an id, an unset {@code remember} means the usual
   * window.
   */
  private static BoundStatement single(BoundStatementBuilder values, EventRow row) {
    values
        .setBytesUnsafe(DELTA, ColumnBytes.of(row.delta()))
        .setBytesUnsafe(EVENTS, ColumnBytes.of(row.events()));
    if (row.id() != null) {
      values.setBytesUnsafe(ID, ColumnBytes.of(row.id()));
      remember(values, row.window());
    }
    return values.build();
  }

  /** Makes the insertion of a packed row, whose number of events is below 0. */
  private static BoundStatement packed(BoundStatementBuilder values, PackedRow row) {
    values.setBytesUnsafe(EVENTS, ColumnBytes.of(-row.size())).setBytesUnsafe(IDS, row.ids());
    remember(values, row.window());
    return values.build();
  }

  private static void remember(BoundStatementBuilder values, int window) {
    if (window != DeduplicationWindow.USUAL) {
      values.setBytesUnsafe(REMEMBER, ColumnBytes.of(window));
    }
  }

  @Override
  public CompletionStage<Void> slicePage(
      EventPartition partition, int page, CounterRange counters, PageSink sink) {
    return slicePage.read(partition, page, counters, sink);
  }

  @Override
  public CompletionStage<Void> slice(
      EventPartition partition,
      int page,
      CounterName counter,
      EventTime from,
      EventTime before,
      RowSink sink) {
    return slices
        .ask(new SliceRows.Part(partition, page, counter, from, before, sink))
        .thenCompose(
            failure ->
                failure.isPresent()
                    ? CompletableFuture.failedStage(failure.get())
                    : CompletableFuture.completedStage(null));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(EventPartition partition) {
    return requests.write(
        () ->
            session
                .bind(
                    DELETE,
                    partition.retention(),
                    Instant.ofEpochSecond(partition.bucket()),
                    partition.part())
                .setQueryTimestamp(SpanTimestamp.ofDeletion(partition.bucket())));
  }
}
