package io.quipu.cassandra.namespaces;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.ErasureTimestamp;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** The namespaces with their kinds, sorted in one partition, so that a list is a slice of rows. */
record NamespaceList(CassandraSession session, Requests requests) {
  private static final int PART = 0;

  private static final Cql INSERT =
      Cql.write("INSERT INTO $ks.namespace_name (part, namespace, kind) VALUES (?, ?, ?)");
  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.namespace_name WHERE part = ? AND namespace = ?");
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace, kind FROM $ks.namespace_name"
              + " WHERE part = ? AND namespace > ? LIMIT ?");

  /** Counts only rows with a name, because an old static column alone would count as a row. */
  private static final Cql COUNT =
      Cql.read("SELECT COUNT(*) FROM $ks.namespace_name WHERE part = ? AND namespace > ''");

  static final List<Cql> STATEMENTS = List.of(INSERT, DELETE, SELECT, COUNT);

  /** Enters a first life by the clock, and a later one after the removal of the one before. */
  CompletionStage<WriteOutcome> enter(Namespace one) {
    return requests.write(
        () -> {
          BoundStatement entry = session.bind(INSERT, PART, one.name(), one.kind());
          return one.life() == 0 ? entry : entry.setQueryTimestamp(removal(one.life()) - 1);
        });
  }

  CompletionStage<WriteOutcome> remove(Namespace one) {
    return requests.write(
        () -> session.bind(DELETE, PART, one.name()).setQueryTimestamp(removal(one.life())));
  }

  /**
   * The write timestamp of the removal of a life: after its entries, and before those of the next.
   */
  private static long removal(int life) {
    return ErasureTimestamp.FOREVER + 2L * life;
  }

  CompletionStage<List<Listed>> list(String after, int limit) {
    List<Listed> found = new ArrayList<>();
    return requests
        .readAll(() -> session.bind(SELECT, PART, after, limit), row -> found.add(listed(row)))
        .thenApply(done -> found);
  }

  CompletionStage<Long> count() {
    return requests.read(
        () -> session.bind(COUNT, PART), found -> Objects.requireNonNull(found.one()).getLong(0));
  }

  private static Listed listed(Row row) {
    return new Listed(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }
}
