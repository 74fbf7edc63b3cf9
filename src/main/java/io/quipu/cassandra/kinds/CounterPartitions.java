package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.CassandraSession;
import io.quipu.cassandra.Cql;
import io.quipu.cassandra.ErasureTimestamp;
import io.quipu.cassandra.Requests;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.store.Extent;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The partitions of a table that has one for each counter. Nothing lists the counters of a
 * namespace there, so a look at them goes around the ring, some at a time.
 */
record CounterPartitions(Cql next, Cql delete) {
  private static final int AT_ONCE = 1_000;
  private static final int DELETIONS_AT_ONCE = 8;

  static CounterPartitions of(String table) {
    return new CounterPartitions(
        Cql.read(
            "SELECT DISTINCT namespace, counter, token(namespace, counter) FROM $ks."
                + table
                + " WHERE token(namespace, counter) > ? LIMIT ?"),
        Cql.write("DELETE FROM $ks." + table + " WHERE namespace = ? AND counter = ?"));
  }

  List<Cql> statements() {
    return List.of(next, delete);
  }

  /** Deletes counters for good. Fails with the store unavailable. */
  CompletionStage<Void> erase(CassandraSession session, Requests requests, Extent extent) {
    List<String> names = extent.names();
    return names == null
        ? erase(session, requests, extent.stored(), Long.MIN_VALUE)
        : delete(session, requests, extent.stored(), names);
  }

  private CompletionStage<Void> erase(
      CassandraSession session, Requests requests, String stored, long after) {
    List<String> found = new ArrayList<>();
    long[] last = {after};
    int[] seen = {0};
    return requests
        .readAll(
            () -> session.bind(next, after, AT_ONCE).setPageSize(AT_ONCE),
            row -> {
              seen[0]++;
              last[0] = row.getLong(2);
              if (isOf(stored, row)) {
                found.add(Objects.requireNonNull(row.getString(1)));
              }
            })
        .thenCompose(read -> delete(session, requests, stored, found))
        .thenCompose(
            deleted ->
                seen[0] < AT_ONCE
                    ? CompletableFuture.completedStage(null)
                    : erase(session, requests, stored, last[0]));
  }

  private static boolean isOf(String stored, Row row) {
    return stored.equals(row.getString(0));
  }

  private CompletionStage<Void> delete(
      CassandraSession session, Requests requests, String stored, List<String> counters) {
    return BoundedConcurrency.forEach(
        DELETIONS_AT_ONCE, counters, counter -> delete(session, requests, stored, counter));
  }

  private CompletionStage<Void> delete(
      CassandraSession session, Requests requests, String stored, String counter) {
    return requests
        .write(
            () -> session.bind(delete, stored, counter).setQueryTimestamp(ErasureTimestamp.FOREVER))
        .thenAccept(outcome -> outcome.require(Eraser.FAILED));
  }
}
