package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.engine.model.CountedId;
import io.quipu.engine.model.CounterName;
import io.quipu.engine.model.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.vertx.core.Context;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** Settled ids in Cassandra, written and deleted with timestamps that follow from their period. */
public final class CassandraSettledIds implements SettledIds {
  private static final String PARTITION =
      " WHERE page = ? AND part = ? AND remember = ? AND period = ?";
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace, counter, id, at, delta FROM $ks.member"
              + PARTITION
              + " AND (namespace, counter, id) IN ?");
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.member"
              + " (page, part, remember, period, namespace, counter, id, at, delta)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  private static final Cql DELETE = Cql.write("DELETE FROM $ks.member" + PARTITION);

  static final List<Cql> STATEMENTS = List.of(SELECT, INSERT, DELETE);

  private static final int IDS_IN_A_LOOKUP = 500;
  private static final int LOOKUPS_AT_ONCE = 4;

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraSettledIds(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  /** Sorts the ids, so that the ids of one query lie close together in the partition. */
  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
    return BoundedConcurrency.forEach(
        LOOKUPS_AT_ONCE,
        BoundedConcurrency.chunks(List.copyOf(new TreeSet<>(ids)), IDS_IN_A_LOOKUP),
        some -> requests.readAll(() -> lookup(partition, some), row -> hand(row, partition, sink)));
  }

  private BoundStatement lookup(IdPartition partition, List<CounterId> ids) {
    return session.bind(
        SELECT,
        partition.page(),
        partition.part(),
        partition.window(),
        Instant.ofEpochSecond(partition.period()),
        ids.stream().map(Names::of).toList());
  }

  private static void hand(Row row, IdPartition partition, Sink sink) {
    sink.counted(
        new CounterName(
            Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1))),
        new CountedId(
            Objects.requireNonNull(row.getString(2)),
            Objects.requireNonNull(row.getUuid(3)),
            row.getLong(4),
            partition.window()));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
    PreparedStatement insert = session.prepared(INSERT);
    long timestamp = SpanTimestamp.ofWrite(partition.period());
    ByteBuffer page = ColumnBytes.of(partition.page());
    ByteBuffer part = ColumnBytes.of(partition.part());
    ByteBuffer window = ColumnBytes.of(partition.window());
    ByteBuffer period = ColumnBytes.ofSecond(partition.period());
    return ChunkedWrite.of(
        requests,
        ids,
        counted ->
            insert
                .boundStatementBuilder()
                .setQueryTimestamp(timestamp)
                .setBytesUnsafe(0, page)
                .setBytesUnsafe(1, part)
                .setBytesUnsafe(2, window)
                .setBytesUnsafe(3, period)
                .setBytesUnsafe(4, ColumnBytes.of(counted.counter().namespace()))
                .setBytesUnsafe(5, ColumnBytes.of(counted.counter().name()))
                .setBytesUnsafe(6, ColumnBytes.of(counted.id().id()))
                .setBytesUnsafe(7, ColumnBytes.of(counted.id().at()))
                .setBytesUnsafe(8, ColumnBytes.of(counted.id().delta()))
                .build());
  }

  @Override
  public CompletionStage<WriteOutcome> delete(IdPartition partition) {
    return requests.write(
        () ->
            session
                .bind(
                    DELETE,
                    partition.page(),
                    partition.part(),
                    partition.window(),
                    Instant.ofEpochSecond(partition.period()))
                .setQueryTimestamp(SpanTimestamp.ofDeletion(partition.period())));
  }
}
