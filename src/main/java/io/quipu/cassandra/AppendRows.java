package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.page.EventPartition;
import io.quipu.store.EventLog.CounterRows;
import io.quipu.store.EventRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Writes rows of one or several counters into one event partition, at the time of its bucket. */
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
   * @param rows with a row at least
   */
  Statement<?> statement(EventPartition partition, List<CounterRows> rows) {
    Instant bucket = Instant.ofEpochSecond(partition.bucket());
    List<BatchableStatement<?>> inserts = new ArrayList<>();
    for (CounterRows some : rows) {
      for (EventRow row : some.rows()) {
        inserts.add(insert(partition, bucket, some, row));
      }
    }
    return PlainBatch.of(inserts);
  }

  /**
   * Without an id its columns stay unset, and so does that of the usual window: a null would be
   * stored as a tombstone.
   */
  private BoundStatement insert(
      EventPartition partition, Instant bucket, CounterRows of, EventRow row) {
    BoundStatementBuilder values =
        insert
            .boundStatementBuilder()
            .setQueryTimestamp(SpanTimestamp.ofWrite(partition.bucket()))
            .setInt(0, partition.retention())
            .setInstant(1, bucket)
            .setInt(2, partition.part())
            .setInt(3, of.page())
            .setString(4, of.counter().namespace())
            .setString(5, of.counter().name())
            .setUuid(6, row.at())
            .setLong(7, row.delta())
            .setInt(8, row.events());
    return (row.id() == null ? values : named(values, row.id(), row.window())).build();
  }

  private static BoundStatementBuilder named(BoundStatementBuilder values, String id, int window) {
    BoundStatementBuilder named = values.setString(ID, id);
    return window == DeduplicationWindow.USUAL ? named : named.setInt(REMEMBER, window);
  }
}
