package io.quipu.cassandra.kinds;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.ErasureTimestamp;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.kind.Eraser;
import io.quipu.engine.names.DerivedName;
import io.quipu.engine.store.Extent;
import io.quipu.engine.time.BoundedConcurrency;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The partitions of a table that has one for each counter, or for each state of a counter. Nothing
 * lists the counters of a namespace there, so a look at them goes around the ring, some at a time.
 */
record CounterPartitions(Cql next, Cql delete) {
  private static final int AT_ONCE = 1_000;
  private static final int TASKS_AT_ONCE = 8;

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
    return each(session, requests, extent, one -> delete(session, requests, one));
  }

  /** Does something with each partition of some counters. Fails as that does. */
  CompletionStage<Void> each(
      CassandraSession session,
      Requests requests,
      Extent extent,
      Function<Partition, CompletionStage<?>> task) {
    List<String> names = extent.names();
    return names == null
        ? each(session, requests, extent.stored(), Long.MIN_VALUE, task)
        : BoundedConcurrency.forEach(
            TASKS_AT_ONCE,
            names.stream().map(name -> new Partition(extent.stored(), name)).toList(),
            task);
  }

  /** Deletes one state of a counter for good. Fails with the store unavailable. */
  CompletionStage<Void> erase(CassandraSession session, Requests requests, DerivedName state) {
    return delete(session, requests, new Partition(state.stored(), state.name()));
  }

  /** The key of a partition. */
  record Partition(String namespace, String counter) {
    private static Partition of(Row row) {
      return new Partition(
          Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
    }
  }

  private CompletionStage<Void> each(
      CassandraSession session,
      Requests requests,
      String stored,
      long after,
      Function<Partition, CompletionStage<?>> task) {
    List<Partition> found = new ArrayList<>();
    long[] last = {after};
    int[] seen = {0};
    return requests
        .readAll(
            () -> session.bind(next, after, AT_ONCE).setPageSize(AT_ONCE),
            row -> {
              seen[0]++;
              last[0] = row.getLong(2);
              Partition one = Partition.of(row);
              if (DerivedName.isOf(one.namespace, stored)) {
                found.add(one);
              }
            })
        .thenCompose(read -> BoundedConcurrency.forEach(TASKS_AT_ONCE, found, task))
        .thenCompose(
            done ->
                seen[0] < AT_ONCE
                    ? CompletableFuture.completedStage(null)
                    : each(session, requests, stored, last[0], task));
  }

  private CompletionStage<Void> delete(CassandraSession session, Requests requests, Partition one) {
    return requests
        .write(
            () ->
                session
                    .bind(delete, one.namespace, one.counter)
                    .setQueryTimestamp(ErasureTimestamp.FOREVER))
        .thenAccept(outcome -> outcome.require(Eraser.FAILED));
  }
}
