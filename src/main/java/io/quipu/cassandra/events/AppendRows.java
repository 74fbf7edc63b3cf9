package io.quipu.cassandra.events;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.cassandra.cql.ColumnBytes;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.PlainBatch;
import io.quipu.cassandra.cql.SpanTimestamp;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.DeduplicationWindow;
import io.quipu.engine.store.EventLog.CounterRows;
import io.quipu.engine.store.rows.EventRow;
import io.quipu.engine.store.rows.LogRow;
import io.quipu.engine.store.rows.PackedRow;
import io.quipu.engine.windows.EventPartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the statement that writes rows of one or several counters into one event partition, with
 * the write timestamp of the bucket. The values that rows have in common are encoded once.
 */
public final class AppendRows {
  private static final Cql INSERT =
      Cql.write(
          "INSERT INTO $ks.event"
              + " (class, bucket, part, page, namespace, counter, at,"
              + " delta, events, id, remember, ids)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");

  static final List<Cql> STATEMENTS = List.of(INSERT);

  private static final int DELTA = 7;
  private static final int EVENTS = 8;
  private static final int ID = 9;
  private static final int REMEMBER = 10;
  private static final int IDS = 11;

  private final PreparedStatement insert;

  public AppendRows(CassandraSession session) {
    insert = session.prepared(INSERT);
  }

  /**
   * @param rows at least one event row in all
   */
  public Statement<?> statement(EventPartition partition, List<CounterRows> rows) {
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
}
