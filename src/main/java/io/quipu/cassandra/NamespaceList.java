package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.engine.store.NamespaceStore.Listed;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.vertx.cassandra.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The names of namespaces in their order: one partition, of which a page of a list is a slice. */
final class NamespaceList {
  private static final int PART = 0;

  /** So many namespaces are adopted at once. */
  private static final int CHUNK = 500;

  private static final Cql INSERT =
      Cql.write("INSERT INTO $ks.namespace_name (part, namespace, kind) VALUES (?, ?, ?)");
  private static final Cql SELECT =
      Cql.read(
          "SELECT namespace, kind FROM $ks.namespace_name"
              + " WHERE part = ? AND namespace > ? LIMIT ?");

  /** Of rows with a name: where there is none, the static column would be counted as one. */
  private static final Cql COUNT =
      Cql.read("SELECT COUNT(*) FROM $ks.namespace_name WHERE part = ? AND namespace > ''");

  private static final Cql IS_ADOPTED =
      Cql.read("SELECT adopted FROM $ks.namespace_name WHERE part = ? LIMIT 1");
  private static final Cql ADOPTED =
      Cql.write("INSERT INTO $ks.namespace_name (part, adopted) VALUES (?, true)");
  private static final Cql ALL =
      Cql.read(
          "SELECT namespace, kind, token(namespace) FROM $ks.namespace"
              + " WHERE token(namespace) > ? LIMIT ?");

  static final List<Cql> STATEMENTS = List.of(INSERT, SELECT, COUNT, IS_ADOPTED, ADOPTED, ALL);

  private final CassandraSession session;
  private final Requests requests;

  NamespaceList(CassandraSession session, Requests requests) {
    this.session = session;
    this.requests = requests;
  }

  CompletionStage<WriteOutcome> enter(List<Listed> some) {
    return requests.writeTogether(some, one -> session.bind(INSERT, PART, one.name(), one.kind()));
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

  CompletionStage<Void> adopt() {
    return requests
        .read(() -> session.bind(IS_ADOPTED, PART), NamespaceList::isAdopted)
        .thenCompose(
            adopted ->
                adopted ? CompletableFuture.completedStage(null) : adoptFrom(Long.MIN_VALUE));
  }

  private static boolean isAdopted(ResultSet found) {
    Row row = found.one();
    return row != null && row.getBoolean(0);
  }

  /** In the order of their tokens, so that any number of them takes little memory. */
  private CompletionStage<Void> adoptFrom(long token) {
    List<Listed> some = new ArrayList<>();
    long[] last = {token};
    return requests
        .readAll(
            () -> session.bind(ALL, token, CHUNK),
            row -> {
              some.add(listed(row));
              last[0] = row.getLong(2);
            })
        .thenCompose(done -> enter(some))
        .thenCompose(
            written -> {
              requireWritten(written);
              return some.size() < CHUNK ? markAdopted() : adoptFrom(last[0]);
            });
  }

  private CompletionStage<Void> markAdopted() {
    return requests
        .write(() -> session.bind(ADOPTED, PART))
        .thenAccept(NamespaceList::requireWritten);
  }

  private static void requireWritten(WriteOutcome outcome) {
    if (outcome != WriteOutcome.WRITTEN) {
      throw new StoreUnavailable("namespaces could not be entered in their list", null);
    }
  }

  private static Listed listed(Row row) {
    return new Listed(
        Objects.requireNonNull(row.getString(0)), Objects.requireNonNull(row.getString(1)));
  }
}
