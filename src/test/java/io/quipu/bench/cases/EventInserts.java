package io.quipu.bench.cases;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Rows of events written with the driver and nothing else, into a table just like Quipu's. */
final class EventInserts {
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS rival.event (namespace text, counter text, bucket timestamp,"
          + " shard int, at timeuuid, delta bigint, events int, id text, remember int,"
          + " PRIMARY KEY ((bucket, shard), namespace, counter, at))"
          + " WITH read_repair = 'BLOCKING'"
          + " AND compaction = {'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4'}"
          + " AND compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 16}";

  /** Of each minute, as Quipu has them for one node. */
  private static final int PARTITIONS = 4;

  private static final int ID = 5;
  private static final int EVENTS = 6;

  private final PreparedStatement insert;
  private long ids;

  EventInserts(CqlSession session) {
    session.execute(TABLE);
    insert =
        session.prepare(
            "INSERT INTO rival.event (namespace, counter, bucket, shard, at, delta, id, events)"
                + " VALUES ('default', ?, ?, ?, ?, ?, ?, ?)");
  }

  /** A row without an id, of this minute. */
  BoundStatement plain(String counter) {
    return row(counter, Instant.now().truncatedTo(ChronoUnit.MINUTES)).build();
  }

  /** Rows with ids of one partition, as an unlogged batch. */
  Statement<?> batch(String counter, Instant bucket, int rows) {
    List<BatchableStatement<?>> all = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      all.add(row(counter, bucket).setString(ID, "order-" + ids++).build());
    }
    return BatchStatement.newInstance(BatchType.UNLOGGED, all);
  }

  static int shardOf(String counter) {
    return Math.floorMod(counter.hashCode(), PARTITIONS);
  }

  private BoundStatementBuilder row(String counter, Instant bucket) {
    return insert
        .boundStatementBuilder()
        .setString(0, counter)
        .setInstant(1, bucket)
        .setInt(2, shardOf(counter))
        .setUuid(3, Uuids.timeBased())
        .setLong(4, 1)
        .setInt(EVENTS, 1);
  }
}
