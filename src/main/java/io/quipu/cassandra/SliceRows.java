package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.counter.EventTime;
import io.quipu.store.EventStore.RowSink;
import io.quipu.store.Partition;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Reads the rows of a counter in one partition between two ticks, all or the first of them. */
final class SliceRows {
  private static final String SELECT =
      "SELECT at, delta, events, id, remember FROM $ks.event WHERE bucket = ? AND shard = ?"
          + " AND namespace = ? AND counter = ? AND at >= ? AND at < ?";
  private static final Cql ALL = Cql.read(SELECT);
  private static final Cql FIRST = Cql.read(SELECT + " LIMIT ?");

  static final List<Cql> STATEMENTS = List.of(ALL, FIRST);

  private static final int LIMIT = 6;

  private final CassandraSession session;

  SliceRows(CassandraSession session) {
    this.session = session;
  }

  /**
   * @param limit at least 1; {@link Integer#MAX_VALUE} for all
   */
  BoundStatement statement(Partition partition, EventTime from, EventTime before, int limit) {
    boolean all = limit == Integer.MAX_VALUE;
    BoundStatement slice =
        session.bind(
            all ? ALL : FIRST,
            Instant.ofEpochSecond(partition.bucket()),
            partition.shard(),
            partition.counter().namespace(),
            partition.counter().name(),
            from.boundary(),
            before.boundary());
    return all ? slice : slice.setInt(LIMIT, limit);
  }

  static void hand(Row row, RowSink sink) {
    sink.row(
        Objects.requireNonNull(row.getUuid(0)),
        row.getLong(1),
        row.getInt(2),
        row.getString(3),
        row.isNull(4) ? DeduplicationWindow.USUAL : row.getInt(4));
  }
}
