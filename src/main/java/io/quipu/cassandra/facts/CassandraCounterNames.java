package io.quipu.cassandra.facts;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.quipu.cassandra.cql.ChunkedWrite;
import io.quipu.cassandra.cql.CombinedOutcome;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.input.Utf8Order;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Layout;
import io.quipu.engine.names.NameRange;
import io.quipu.engine.store.CounterNames;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.time.BoundedConcurrency;
import io.vertx.core.Context;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The names of counters in Cassandra. The names of a namespace are spread over several partitions,
 * so that one set of replicas need not keep millions of names. A listing merges the partitions.
 */
public final class CassandraCounterNames implements CounterNames {
  private static final Cql INSERT =
      Cql.write("INSERT INTO $ks.counter_name (namespace, part, counter) VALUES (?, ?, ?)");
  private static final Cql SELECT =
      Cql.read(
          "SELECT counter FROM $ks.counter_name"
              + " WHERE namespace = ? AND part = ? AND counter >= ? AND counter < ? LIMIT ?");

  public static final List<Cql> STATEMENTS = List.of(INSERT, SELECT);

  /**
   * The maximum number of partitions of a namespace. A listing reads all of them. If the layout has
   * more parts, several parts share a partition. Never change the number, because a version with a
   * smaller number does not find all names that a version with a larger number wrote.
   */
  private static final int MOST_PARTS = 64;

  private static final int PARTS_AT_ONCE = 16;

  /**
   * The maximum number of names in a driver page. Each partition that is being read has one page in
   * memory.
   */
  private static final int PAGE_ROWS = 250;

  private final CassandraSession session;
  private final Requests requests;
  private final int parts;

  /**
   * @param context calls this store, and completes every stage that this store returns
   */
  public CassandraCounterNames(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.parts = parts(session.layout());
  }

  /** The number of partitions of a namespace. */
  static int parts(Layout layout) {
    return Math.min(MOST_PARTS, layout.parts());
  }

  @Override
  public CompletionStage<WriteOutcome> enter(int part, Collection<CounterName> counters) {
    Map<String, List<CounterName>> byNamespace =
        counters.stream()
            .collect(Collectors.groupingBy(CounterName::stored, TreeMap::new, Collectors.toList()));
    CombinedOutcome all = new CombinedOutcome();
    return BoundedConcurrency.forEach(
            PARTS_AT_ONCE,
            byNamespace.values(),
            some ->
                ChunkedWrite.of(requests, some, one -> insertion(part, one)).thenAccept(all::add))
        .thenApply(done -> all.outcome());
  }

  private BoundStatement insertion(int part, CounterName counter) {
    return session.bind(INSERT, counter.stored(), part % parts, counter.name());
  }

  @Override
  public CompletionStage<List<CounterName>> list(String namespace, NameRange range, int limit) {
    if (limit < 1 || range.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    NavigableSet<String> first = new TreeSet<>(Utf8Order.INSTANCE);
    return BoundedConcurrency.forEach(
            PARTS_AT_ONCE,
            IntStream.range(0, parts).boxed().toList(),
            part -> read(part, namespace, range, limit, name -> add(name, first, limit)))
        .thenApply(
            done -> first.stream().map(name -> CounterName.ofStored(namespace, name)).toList());
  }

  @Override
  public int parts() {
    return parts;
  }

  @Override
  public CompletionStage<List<CounterName>> list(
      int part, String namespace, NameRange range, int limit) {
    List<CounterName> found = new ArrayList<>();
    return range.isEmpty()
        ? CompletableFuture.completedFuture(found)
        : read(
                part,
                namespace,
                range,
                limit,
                name -> found.add(CounterName.ofStored(namespace, name)))
            .thenApply(done -> found);
  }

  private CompletionStage<Void> read(
      int part, String namespace, NameRange range, int limit, Consumer<String> names) {
    return requests.readAll(
        () ->
            session
                .bind(SELECT, namespace, part, range.from(), range.before(), limit)
                .setPageSize(PAGE_ROWS),
        row -> names.accept(Objects.requireNonNull(row.getString(0))));
  }

  /** Adds a name once, because a counter with shards may be in several parts. */
  private static void add(String name, NavigableSet<String> first, int limit) {
    if (first.add(name) && first.size() > limit) {
      first.pollLast();
    }
  }
}
