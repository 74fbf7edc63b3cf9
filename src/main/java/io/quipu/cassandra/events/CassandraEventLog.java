package io.quipu.cassandra.events;

import io.quipu.cassandra.cql.CoalescedRequests;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.CounterRange;
import io.quipu.engine.store.EventLog;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import io.vertx.core.Context;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Event rows in Cassandra. */
public final class CassandraEventLog implements EventLog {
  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.event WHERE class = ? AND bucket = ? AND part = ?");

  public static final List<Cql> STATEMENTS =
      Stream.of(List.of(DELETE), AppendRows.STATEMENTS, SlicePage.STATEMENTS, SliceRows.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private final CassandraSession session;
  private final Requests requests;
  private final AppendRows appendRows;
  private final SlicePage slicePage;
  private final CoalescedRequests<SliceRows.Part, Optional<Throwable>> slices;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraEventLog(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.appendRows = new AppendRows(session);
    this.slicePage = new SlicePage(session, requests);
    this.slices =
        new CoalescedRequests<>(
            requests::afterThisTurn, new SliceRows(session, requests), SliceRows.MOST_COUNTERS);
  }

  @Override
  public CompletionStage<WriteOutcome> append(EventPartition partition, List<CounterRows> rows) {
    return rows.stream().allMatch(some -> some.rows().isEmpty())
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : requests.write(() -> appendRows.statement(partition, rows));
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
