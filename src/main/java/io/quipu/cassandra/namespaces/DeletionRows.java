package io.quipu.cassandra.namespaces;

import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.Deletions;
import io.quipu.engine.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/** The deletions of namespaces, in one partition, with a row for each unit that is done. */
record DeletionRows(CassandraSession session, Requests requests) implements Deletions {
  private static final Cql INSERT =
      Cql.write("INSERT INTO $ks.deletion (part, namespace, life, unit) VALUES (?, ?, ?, ?)");
  private static final Cql DELETE =
      Cql.write("DELETE FROM $ks.deletion WHERE part = ? AND namespace = ? AND life = ?");
  private static final Cql SELECT =
      Cql.read("SELECT namespace, life, unit FROM $ks.deletion WHERE part = ?");

  static final List<Cql> STATEMENTS = List.of(INSERT, DELETE, SELECT);

  private static final int PART = 0;

  /** The unit of the row that only tells of the deletion. */
  private static final int ENTERED = -1;

  private static final long WRITTEN = 1;
  private static final long ENDED = 2;

  @Override
  public CompletionStage<WriteOutcome> begin(NamespaceLife life) {
    return done(life, ENTERED);
  }

  @Override
  public CompletionStage<List<Deletion>> deletions() {
    TreeMap<NamespaceLife, Set<Integer>> found = new TreeMap<>();
    return requests
        .readAll(
            () -> session.bind(SELECT, PART),
            row -> {
              NamespaceLife life =
                  new NamespaceLife(Objects.requireNonNull(row.getString(0)), row.getInt(1));
              Set<Integer> done = found.computeIfAbsent(life, any -> new TreeSet<>());
              if (row.getInt(2) != ENTERED) {
                done.add(row.getInt(2));
              }
            })
        .thenApply(
            read -> {
              List<Deletion> all = new ArrayList<>();
              found.forEach((life, done) -> all.add(new Deletion(life, done)));
              return all;
            });
  }

  @Override
  public CompletionStage<WriteOutcome> done(NamespaceLife life, int unit) {
    return requests.write(
        () ->
            session
                .bind(INSERT, PART, life.namespace(), life.number(), unit)
                .setQueryTimestamp(WRITTEN));
  }

  @Override
  public CompletionStage<WriteOutcome> end(NamespaceLife life) {
    return requests.write(
        () -> session.bind(DELETE, PART, life.namespace(), life.number()).setQueryTimestamp(ENDED));
  }
}
