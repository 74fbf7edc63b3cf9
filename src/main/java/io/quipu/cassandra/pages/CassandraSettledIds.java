package io.quipu.cassandra.pages;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.ChunkedWrite;
import io.quipu.cassandra.cql.ColumnBytes;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.cql.TupleList;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.state.CountedId;
import io.quipu.engine.state.IdPartition;
import io.quipu.engine.store.SettledIds;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.vertx.core.Context;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Settled ids in Cassandra, written and deleted with timestamps that follow from their period. */
public final class CassandraSettledIds implements SettledIds {
  private static final String PARTITION =
      " WHERE page = ? AND part = ? AND remember = ? AND period = ?";
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace, counter, id, at, delta, events FROM $ks.member"
              + PARTITION
              + " AND (namespace, counter, id) IN ?");
  private static final Cql REMEMBER =
      Cql.write(
          "UPDATE $ks.member SET delta = ?, events = ?"
              + PARTITION
              + " AND (namespace, counter, id, at) IN ?");
  private static final Cql DELETE = Cql.write("DELETE FROM $ks.member" + PARTITION);

  public static final List<Cql> STATEMENTS = List.of(SELECT, REMEMBER, DELETE);

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

  @Override
  public CompletionStage<Void> find(IdPartition partition, Collection<CounterId> ids, Sink sink) {
    return BoundedConcurrency.forEach(
        LOOKUPS_AT_ONCE,
        TupleList.sorted(ids, IDS_IN_A_LOOKUP),
        some -> requests.readAll(() -> lookup(partition, some), row -> hand(row, partition, sink)));
  }

  private BoundStatement lookup(IdPartition partition, ByteBuffer ids) {
    return session
        .bind(
            SELECT,
            partition.page(),
            partition.part(),
            partition.window(),
            Instant.ofEpochSecond(partition.period()))
        .setBytesUnsafe(4, ids);
  }

  private static void hand(Row row, IdPartition partition, Sink sink) {
    sink.counted(
        CounterName.ofStored(
            Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1))),
        new CountedId(
            Objects.requireNonNull(row.getString(2)),
            Objects.requireNonNull(row.getUuid(3)),
            row.getLong(4),
            row.isNull(5) ? 1 : row.getInt(5),
            partition.window()));
  }

  @Override
  public CompletionStage<WriteOutcome> remember(IdPartition partition, List<Counted> ids) {
    return ChunkedWrite.ofChunks(requests, ids, chunk -> statement(partition, chunk));
  }

  private record Amount(long delta, int events) implements Comparable<Amount> {
    @Override
    public int compareTo(Amount other) {
      int order = Long.compare(delta, other.delta);
      return order != 0 ? order : Integer.compare(events, other.events);
    }
  }

  /** Makes a statement for each amount, because the key columns may be lists, but no value. */
  private Statement<?> statement(IdPartition partition, List<Counted> ids) {
    Map<Amount, List<Counted>> byAmount = new TreeMap<>();
    for (Counted counted : ids) {
      Amount amount = new Amount(counted.id().delta(), counted.id().events());
      byAmount.computeIfAbsent(amount, any -> new ArrayList<>()).add(counted);
    }
    long timestamp = SpanTimestamp.ofWrite(partition.period());
    List<ByteBuffer> key =
        List.of(
            ColumnBytes.of(partition.page()),
            ColumnBytes.of(partition.part()),
            ColumnBytes.of(partition.window()),
            ColumnBytes.ofSecond(partition.period()));
    List<BatchableStatement<?>> all = new ArrayList<>();
    byAmount.forEach(
        (amount, some) -> all.add(together(key, amount, some).setQueryTimestamp(timestamp)));
    return PlainBatch.of(all);
  }

  /** Leaves {@code events} unset for one event, as versions that do not know the column do. */
  private BoundStatement together(List<ByteBuffer> key, Amount amount, List<Counted> ids) {
    TupleList tuples = new TupleList();
    for (Counted counted : ids) {
      CountedId id = counted.id();
      tuples.add(counted.counter(), ColumnBytes.of(id.id()), ColumnBytes.of(id.at()));
    }
    BoundStatementBuilder values = session.prepared(REMEMBER).boundStatementBuilder();
    values.setBytesUnsafe(0, ColumnBytes.of(amount.delta()));
    if (amount.events() != 1) {
      values.setBytesUnsafe(1, ColumnBytes.of(amount.events()));
    }
    for (int i = 0; i < key.size(); i++) {
      values.setBytesUnsafe(i + 2, key.get(i));
    }
    return values.setBytesUnsafe(6, tuples.encoded()).build();
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
