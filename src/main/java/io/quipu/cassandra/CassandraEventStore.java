package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.CounterName;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.DirtyCounters;
import io.quipu.store.EventRow;
import io.quipu.store.EventStore;
import io.quipu.store.Partition;
import io.quipu.store.WriteOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Event rows, with the index of the partitions that hold them, in Cassandra. */
public final class CassandraEventStore implements EventStore {
  private static final Cql INSERT_BUCKET =
      Cql.write(
          "INSERT INTO $ks.event_bucket (namespace, counter, bucket, shard) VALUES (?, ?, ?, ?)");
  private static final Cql INSERT_DIRTY =
      Cql.write(
          "INSERT INTO $ks.dirty_counter (minute, slot, namespace, counter) VALUES (?, ?, ?, ?)");
  private static final Cql SELECT_BUCKETS =
      Cql.read(
          "SELECT bucket, shard FROM $ks.event_bucket"
              + " WHERE namespace = ? AND counter = ? AND bucket >= ?");
  private static final Cql SELECT_SLICE =
      Cql.read(
          "SELECT at, delta, events, id FROM $ks.event WHERE namespace = ? AND counter = ?"
              + " AND bucket = ? AND shard = ? AND at >= ? AND at < ?");

  static final List<Cql> STATEMENTS =
      List.of(AppendRows.INSERT, INSERT_BUCKET, INSERT_DIRTY, SELECT_BUCKETS, SELECT_SLICE);

  private final CassandraSession session;
  private final Requests requests;
  private final AppendRows appendRows;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraEventStore(CassandraSession session, Executor context) {
    this.session = session;
    this.requests = new Requests(session, context);
    this.appendRows = new AppendRows(session);
  }

  @Override
  public CompletionStage<WriteOutcome> append(Partition partition, List<EventRow> rows) {
    return rows.isEmpty()
        ? CompletableFuture.completedFuture(WriteOutcome.WRITTEN)
        : requests.write(appendRows.statement(partition, rows));
  }

  @Override
  public CompletionStage<WriteOutcome> announce(Partition partition) {
    CounterName counter = partition.counter();
    Instant bucket = Instant.ofEpochSecond(partition.bucket());
    CompletionStage<WriteOutcome> findable =
        requests.write(
            session.bind(
                INSERT_BUCKET, counter.namespace(), counter.name(), bucket, partition.shard()));
    CompletionStage<WriteOutcome> dirty =
        requests.write(
            session.bind(
                INSERT_DIRTY,
                bucket,
                DirtyCounters.slotOf(counter),
                counter.namespace(),
                counter.name()));
    return findable.thenCombine(dirty, WriteOutcome::and);
  }

  @Override
  public CompletionStage<List<Partition>> partitions(CounterName counter, EventTime from) {
    Instant first = Instant.ofEpochSecond(Partition.bucketOf(from));
    return requests.readList(
        session.bind(SELECT_BUCKETS, counter.namespace(), counter.name(), first),
        row -> partition(counter, row));
  }

  @Override
  public CompletionStage<WriteOutcome> delete(Partition partition) {
    throw new UnsupportedOperationException();
  }

  private static Partition partition(CounterName counter, Row row) {
    Instant bucket = Objects.requireNonNull(row.getInstant(0));
    return new Partition(counter, bucket.getEpochSecond(), row.getInt(1));
  }

  @Override
  public CompletionStage<Void> slice(
      Partition partition, EventTime from, EventTime before, int limit, RowSink sink) {
    return requests.readAll(
        session.bind(
            SELECT_SLICE,
            partition.counter().namespace(),
            partition.counter().name(),
            Instant.ofEpochSecond(partition.bucket()),
            partition.shard(),
            from.boundary(),
            before.boundary()),
        row ->
            sink.row(
                Objects.requireNonNull(row.getUuid(0)),
                row.getLong(1),
                row.getInt(2),
                row.getString(3),
                DeduplicationWindow.USUAL));
  }
}
