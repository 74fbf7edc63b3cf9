package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.counter.CounterName;
import io.quipu.store.CounterDirectory;
import io.quipu.store.WriteOutcome;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The names of counters in Cassandra. Each namespace is spread over a few partitions, so that one
 * with millions of counters does not live on one set of replicas; a listing merges them.
 */
public final class CassandraCounterDirectory implements CounterDirectory {
  /** Partitions of each namespace. A fixed number: it is part of the primary key. */
  private static final int PARTS = 16;

  private static final Cql INSERT =
      Cql.write("INSERT INTO $ks.counter_name (namespace, part, counter) VALUES (?, ?, ?)");
  private static final Cql SELECT =
      Cql.read(
          "SELECT counter FROM $ks.counter_name"
              + " WHERE namespace = ? AND part = ? AND counter > ? LIMIT ?");

  static final List<Cql> STATEMENTS = List.of(INSERT, SELECT);

  private final CassandraSession session;
  private final Requests requests;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraCounterDirectory(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
  }

  @Override
  public CompletionStage<WriteOutcome> enter(CounterName counter) {
    return requests.write(
        () -> session.bind(INSERT, counter.namespace(), partOf(counter.name()), counter.name()));
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, String after, int limit) {
    if (limit < 1) {
      return CompletableFuture.completedFuture(List.of());
    }
    CompletionStage<List<String>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (int part = 0; part < PARTS; part++) {
      all = all.thenCombine(list(namespace, part, after, limit), Requests::concatenated);
    }
    return all.thenApply(names -> firstOf(namespace, names, limit));
  }

  private CompletionStage<List<String>> list(String namespace, int part, String after, int limit) {
    return requests.readList(
        () -> session.bind(SELECT, namespace, part, after, limit), CassandraCounterDirectory::name);
  }

  private static List<CounterName> firstOf(String namespace, List<String> names, int limit) {
    return names.stream()
        .sorted(Utf8Order.INSTANCE)
        .limit(limit)
        .map(name -> new CounterName(namespace, name))
        .toList();
  }

  private static String name(Row row) {
    return Objects.requireNonNull(row.getString(0));
  }

  /** By the hash that the Java language defines: the same everywhere and for ever. */
  private static int partOf(String name) {
    return Math.floorMod(name.hashCode() * 0x9e3779b9, PARTS);
  }
}
