package io.quipu.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import io.quipu.counter.DeduplicationWindow;
import io.quipu.page.EventPartition;
import io.quipu.store.EventLog.CounterRows;
import io.quipu.store.EventRow;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows of one or several counters into one event partition, at the time of its bucket. What
 * rows have in common is encoded once, and without a search for the codec of each value: that was
 * most of what a row cost.
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

  /** What most events add, and for how many most rows stand. */
  private static final ByteBuffer ONE = bytes(1L);

  private static final ByteBuffer ONE_EVENT = bytes(1);

  private final PreparedStatement insert;

  AppendRows(CassandraSession session) {
    insert = session.prepared(INSERT);
  }

  /**
   * @param rows with a row at least
   */
  Statement<?> statement(EventPartition partition, List<CounterRows> rows) {
    OfPartition values = new OfPartition(partition);
    List<BatchableStatement<?>> inserts = new ArrayList<>();
    for (CounterRows some : rows) {
      values.append(some, inserts);
    }
    return PlainBatch.of(inserts);
  }

  /** The values that all rows of a partition share. The driver reads copies of the buffers. */
  private final class OfPartition {
    private final long timestamp;
    private final ByteBuffer retention;
    private final ByteBuffer bucket;
    private final ByteBuffer part;

    private OfPartition(EventPartition partition) {
      this.timestamp = SpanTimestamp.ofWrite(partition.bucket());
      this.retention = bytes(partition.retention());
      this.bucket = bytes(Instant.ofEpochSecond(partition.bucket()).toEpochMilli());
      this.part = bytes(partition.part());
    }

    private void append(CounterRows some, List<BatchableStatement<?>> inserts) {
      ByteBuffer page = bytes(some.page());
      ByteBuffer namespace = bytes(some.counter().namespace());
      ByteBuffer name = bytes(some.counter().name());
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
                .setBytesUnsafe(5, name);
        inserts.add(insert(values, row));
      }
    }
  }

  /**
   * Without an id its columns stay unset, and so does that of the usual window: a null would be
   * stored as a tombstone.
   */
  private static BoundStatement insert(BoundStatementBuilder values, EventRow row) {
    values
        .setBytesUnsafe(6, TypeCodecs.TIMEUUID.encode(row.at(), ProtocolVersion.DEFAULT))
        .setBytesUnsafe(7, row.delta() == 1 ? ONE : bytes(row.delta()))
        .setBytesUnsafe(8, row.events() == 1 ? ONE_EVENT : bytes(row.events()));
    String id = row.id();
    if (id != null) {
      values.setBytesUnsafe(ID, bytes(id));
      if (row.window() != DeduplicationWindow.USUAL) {
        values.setBytesUnsafe(REMEMBER, bytes(row.window()));
      }
    }
    return values.build();
  }

  private static ByteBuffer bytes(int value) {
    return TypeCodecs.INT.encodePrimitive(value, ProtocolVersion.DEFAULT);
  }

  private static ByteBuffer bytes(long value) {
    return TypeCodecs.BIGINT.encodePrimitive(value, ProtocolVersion.DEFAULT);
  }

  /** Names and ids were held to be UTF-8 where they came in. */
  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }
}
