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
import io.quipu.store.PartitionRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows of one or several counters into one event partition: one row as it is, several as one
 * unlogged batch, which Cassandra merges into a single mutation. Either is all or nothing on each
 * replica.
 */
final class AppendRows {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.event (bucket, shard, namespace, counter, at, delta, events, id, remember)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

  static final List<Cql> STATEMENTS = List.of(INSERT);

  private static final int ID = 7;
  private static final int REMEMBER = 8;

  private final PreparedStatement insert;

  AppendRows(CassandraSession session) {
    insert = session.prepared(INSERT);
  }

  /**
   * @param parts with a row at least, all of the same bucket and shard
   */
  Statement<?> statement(List<PartitionRows> parts) {
    Partition one = parts.get(0).partition();
    List<BatchableStatement<?>> inserts = new ArrayList<>();
    for (PartitionRows part : parts) {
      Partition partition = part.partition();
      if (partition.bucket() != one.bucket() || partition.shard() != one.shard()) {
        throw new IllegalArgumentException("rows of several partitions would be several writes");
      }
      Instant bucket = Instant.ofEpochSecond(partition.bucket());
      for (EventRow row : part.rows()) {
        inserts.add(insert(partition, bucket, row));
      }
    }
    BatchableStatement<?> first = inserts.get(0);
    if (inserts.size() == 1) {
      return first;
    }
    // the batch takes its routing key from its first statement, but nothing else
    return BatchStatement.newInstance(BatchType.UNLOGGED, inserts)
        .setIdempotent(true)
        .setConsistencyLevel(first.getConsistencyLevel())
        .setQueryTimestamp(first.getQueryTimestamp());
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
            .setInstant(0, bucket)
            .setInt(1, partition.shard())
            .setString(2, partition.counter().namespace())
            .setString(3, partition.counter().name())
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
