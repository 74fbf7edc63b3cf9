package io.quipu.cluster;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The event rows of a counter, read by the test itself from all replicas. */
final class EventRows {
  private final CqlSession session;
  private final String keyspace;

  EventRows(CqlSession session, String keyspace) {
    this.session = session;
    this.keyspace = keyspace;
  }

  /** How many rows each id has. */
  Map<String, Integer> rowsById(Ledger ledger) {
    Map<String, Integer> rows = new HashMap<>();
    forEach(ledger, row -> rows.merge(String.valueOf(row.getString("id")), 1, Integer::sum));
    return rows;
  }

  /** The deltas of all rows, duplicates included. */
  long sum(Ledger ledger) {
    long[] sum = {0};
    forEach(ledger, row -> sum[0] += row.getLong("delta"));
    return sum[0];
  }

  boolean isEmpty(Ledger ledger) {
    return buckets(ledger).one() == null;
  }

  private void forEach(Ledger ledger, Consumer<Row> action) {
    for (Row bucket : buckets(ledger)) {
      String query =
          "SELECT at, delta, events, id FROM "
              + keyspace
              + ".event WHERE namespace = ? AND counter = ? AND bucket = ? AND shard = ?";
      ResultSet rows =
          read(
              query,
              ledger.namespace,
              ledger.counter,
              bucket.getInstant("bucket"),
              bucket.getInt("shard"));
      rows.forEach(action);
    }
  }

  private ResultSet buckets(Ledger ledger) {
    String query =
        "SELECT bucket, shard FROM "
            + keyspace
            + ".event_bucket WHERE namespace = ? AND counter = ?";
    return read(query, ledger.namespace, ledger.counter);
  }

  private ResultSet read(String query, Object... values) {
    return session.execute(
        SimpleStatement.newInstance(query, values).setConsistencyLevel(ConsistencyLevel.ALL));
  }
}
