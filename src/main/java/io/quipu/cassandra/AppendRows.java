package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.store.EventRow;
import io.quipu.store.Partition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows into one event partition: one row as it is, several as one unlogged batch, which
 * Cassandra merges into a single mutation. Either is all or nothing on each replica.
 */
final class AppendRows {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.event (namespace, counter, bucket, shard, at, delta, events, id, remember)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

  static final List<Cql> STATEMENTS = List.of(INSERT);

  private static final int ID = 7;
  private static final int REMEMBER = 8;

  private final PreparedStatement insert;

  AppendRows(CassandraSession session) {
    insert = session.prepared(INSERT);
  }

  Statement<?> statement(Partition partition, List<EventRow> rows) {
    Instant bucket = Instant.ofEpochSecond(partition.bucket());
    if (rows.size() == 1) {
      return insert(partition, bucket, rows.get(0));
    }
    List<BatchableStatement<?>> inserts = new ArrayList<>(rows.size());
    for (EventRow row : rows) {
      inserts.add(insert(partition, bucket, row));
    }
    // the batch takes its routing key from its first statement, but nothing else
    return BatchStatement.newInstance(BatchType.UNLOGGED, inserts)
        .setIdempotent(true)
        .setConsistencyLevel(inserts.get(0).getConsistencyLevel())
        .setQueryTimestamp(inserts.get(0).getQueryTimestamp());
  }

  /**
   * Without an id its columns stay unset, and so does that of the usual window: a null would be
   * stored as a tombstone.
   */
  private BoundStatement insert(Partition partition, Instant bucket, EventRow row) {
    BoundStatementBuilder values =
        insert
            .boundStatementBuilder()
            .setQueryTimestamp(BucketTimestamp.ofWrite(partition.bucket()))
            .setString(0, partition.counter().namespace())
            .setString(1, partition.counter().name())
            .setInstant(2, bucket)
            .setInt(3, partition.shard())
            .setUuid(4, row.at())
            .setLong(5, row.delta())
            .setInt(6, row.events());
    return (row.id() == null ? values : named(values, row.id(), row.window())).build();
  }

  private static BoundStatementBuilder named(BoundStatementBuilder values, String id, int window) {
    BoundStatementBuilder named = values.setString(ID, id);
    return window == DeduplicationWindow.USUAL ? named : named.setInt(REMEMBER, window);
  }
}
