package io.quipu.lab.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import io.quipu.engine.windows.EventPartition;
import io.quipu.engine.windows.EventTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rows of events written with the driver and nothing else, into a table just like Quipu's. */
final class EventInserts {
  /** The options of the table of events. */
  static final String OPTIONS =
      " WITH read_repair = 'BLOCKING'"
          + " AND compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'}"
          + " AND compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}";

  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS rival.event (class int, bucket timestamp, part int, page int,"
          + " namespace text, counter text, at timeuuid, delta bigint, events int, id text,"
          + " remember int, PRIMARY KEY ((class, bucket, part), page, namespace, counter, at))"
          + OPTIONS;

  /** The rows of a counter in a bucket; its variables are {@link #key}. */
  static final String OF_COUNTER =
      "class = 5 AND bucket = ? AND part = ? AND page = ? AND namespace = 'default'"
          + " AND counter = ?";

  /** As many as Quipu has them for one node. */
  private static final int PAGES = 16;

  private static final int PARTS = 4;
  private static final int ID = 6;

  private final PreparedStatement insert;
  private long ids;

  EventInserts(CqlSession session) {
    session.execute(TABLE);
    insert =
        session.prepare(
            "INSERT INTO rival.event (class, bucket, part, page, namespace, counter, at, delta, id,"
                + " events) VALUES (5, ?, ?, ?, 'default', ?, ?, ?, ?, 1)");
  }

  /** The bucket of this moment. */
  static Instant now() {
    return Instant.ofEpochSecond(EventPartition.bucketOf(EventTime.of(Instant.now())));
  }

  static Object[] key(String counter, Instant bucket) {
    int page = Math.floorMod(counter.hashCode(), PAGES);
    return new Object[] {bucket, page % PARTS, page, counter};
  }

  /** A row without an id, of this moment. */
  BoundStatement plain(String counter) {
    return row(counter, now()).build();
  }

  /** Rows with ids of one partition, as an unlogged batch. */
  Statement<?> batch(String counter, Instant bucket, int rows) {
    List<BatchableStatement<?>> all = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      all.add(row(counter, bucket).setString(ID, "order-" + ids++).build());
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, all);
  }

  private BoundStatementBuilder row(String counter, Instant bucket) {
    return insert
        .boundStatementBuilder(key(counter, bucket))
        .setUuid(4, Uuids.timeBased())
        .setLong(5, 1);
  }
}
