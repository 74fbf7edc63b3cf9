package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.engine.model.DeduplicationWindow;
import io.quipu.engine.model.EventPartition;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.EventRow;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the statement that writes rows of one or several counters into one event partition, with
 * the write timestamp of the bucket. The values that rows have in common are encoded once.
 */
final class AppendRows {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.event"
              + " (class, bucket, part, page, namespace, counter, at, delta, events, id, remember)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

  static final List<Cql> STATEMENTS = List.of(INSERT);

  private static final int ID = 9;
  private static final int REMEMBER = 10;

  private final PreparedStatement insert;

  AppendRows(CassandraSession session) {
    insert = session.prepared(INSERT);
  }

  /**
   * @param rows at least one event row in all
   */
  Statement<?> statement(EventPartition partition, List<CounterRows> rows) {
    long timestamp = SpanTimestamp.ofWrite(partition.bucket());
    ByteBuffer retention = ColumnBytes.of(partition.retention());
    ByteBuffer bucket = ColumnBytes.ofSecond(partition.bucket());
    ByteBuffer part = ColumnBytes.of(partition.part());
    List<BatchableStatement<?>> inserts = new ArrayList<>();
    for (CounterRows some : rows) {
      ByteBuffer page = ColumnBytes.of(some.page());
      ByteBuffer namespace = ColumnBytes.of(some.counter().namespace());
      ByteBuffer counter = ColumnBytes.of(some.counter().name());
      for (EventRow row : some.rows()) {
        BoundStatementBuilder values =
            insert
                .boundStatementBuilder()
                .setQueryTimestamp(timestamp)
                .setBytesUnsafe(0, retention)
                .setBytesUnsafe(1, bucket)
                .setBytesUnsafe(2, part)
                .setBytesUnsafe(3, page)
                .setBytesUnsafe(4, namespace)
                .setBytesUnsafe(5, counter);
        inserts.add(insert(values, row));
      }
    }
    return PlainBatch.of(inserts);
  }

  /**
   * Makes the insertion of one row. A column without a value stays unset, because Cassandra would
   * store a null as a tombstone. In a row with an id, an unset {@code remember} means the usual
   * window.
   */
  private static BoundStatement insert(BoundStatementBuilder values, EventRow row) {
    values
        .setBytesUnsafe(6, ColumnBytes.of(row.at()))
        .setBytesUnsafe(7, ColumnBytes.of(row.delta()))
        .setBytesUnsafe(8, ColumnBytes.of(row.events()));
    return (row.id() == null ? values : named(values, row.id(), row.window())).build();
  }

  private static BoundStatementBuilder named(BoundStatementBuilder values, String id, int window) {
    BoundStatementBuilder named = values.setBytesUnsafe(ID, ColumnBytes.of(id));
    return window == DeduplicationWindow.USUAL
        ? named
        : named.setBytesUnsafe(REMEMBER, ColumnBytes.of(window));
  }
}
