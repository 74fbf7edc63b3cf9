package io.quipu.cassandra.namespaces;

import com.datastax.oss.driver.api.core.cql.Row;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.session.CassandraSession;
import io.quipu.engine.names.CounterLives.Purge;
import io.quipu.engine.names.CounterName;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.NamespaceLife;
import io.quipu.engine.store.CasOutcome;
import io.quipu.engine.store.NamespaceStore;
import io.quipu.engine.store.StoreUnavailable;
import io.quipu.engine.store.WriteOutcome;
import io.quipu.engine.windows.Granularity;
import io.quipu.engine.windows.TimeSpan;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The settings of namespaces in Cassandra, and the list of their names. */
public final class CassandraNamespaceStore implements NamespaceStore {
  public static final Cql SELECT =
      Cql.read(
          "SELECT kind, deduplicate, retain, shards, windows, settings FROM $ks.namespace WHERE namespace = ?");
  private static final Cql SELECT_DECIDED = Cql.serialRead(SELECT.text());
  private static final Cql SELECT_CREATED =
      Cql.read("SELECT WRITETIME(kind) FROM $ks.namespace WHERE namespace = ?");
  private static final Cql INSERT =
      Cql.conditional(
          "INSERT INTO $ks.namespace (namespace, kind, deduplicate, retain, shards, windows, settings)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?) IF NOT EXISTS");
  private static final Cql UPDATE =
      Cql.conditional(
          "UPDATE $ks.namespace SET deduplicate = ?, retain = ?, shards = ?, windows = ?,"
              + " settings = ? WHERE namespace = ?"
              + " IF kind = ? AND deduplicate = ? AND retain = ? AND shards = ? AND windows = ?"
              + " AND settings = ?");

  private static final Cql REVIVE =
      Cql.conditional(
          "UPDATE $ks.namespace SET kind = ?, deduplicate = ?, retain = ?, shards = ?, windows = ?,"
              + " settings = ? WHERE namespace = ? IF settings = ?");

  public static final List<Cql> STATEMENTS =
      Stream.of(
              List.of(SELECT, SELECT_DECIDED, SELECT_CREATED, INSERT, UPDATE, REVIVE),
              NamespaceList.STATEMENTS,
              DeletionRows.STATEMENTS,
              PurgeRows.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private final CassandraSession session;
  private final Requests requests;
  private final NamespaceList list;
  private final DeletionRows deletions;
  private final PurgeRows purges;

  /**
   * @param context completes every stage that this store returns
   */
  public CassandraNamespaceStore(CassandraSession session, Context context) {
    this.session = session;
    this.requests = session.requests(context);
    this.list = new NamespaceList(session, requests);
    this.deletions = new DeletionRows(session, requests);
    this.purges = new PurgeRows(session, requests);
  }

  /** A store for the Vert.x context on which the caller runs. */
  public static NamespaceStore here(CassandraSession session) {
    return new CassandraNamespaceStore(session, Vertx.currentContext());
  }

  @Override
  public CompletionStage<Optional<Namespace>> find(String name) {
    return find(SELECT, name);
  }

  @Override
  public CompletionStage<Optional<Namespace>> findDecided(String name) {
    return find(SELECT_DECIDED, name);
  }

  private CompletionStage<Optional<Namespace>> find(Cql cql, String name) {
    return requests.read(
        () -> session.bind(cql, name),
        page -> Optional.ofNullable(page.one()).map(row -> namespace(name, row)));
  }

  /** The write time of the kind, which is written once in each life. */
  @Override
  public CompletionStage<Optional<Instant>> created(String name) {
    return requests.read(
        () -> session.bind(SELECT_CREATED, name),
        page ->
            Optional.ofNullable(page.one())
                .filter(row -> !row.isNull(0))
                .map(row -> Instant.EPOCH.plus(row.getLong(0), ChronoUnit.MICROS)));
  }

  @Override
  public CompletionStage<CasOutcome> create(Namespace namespace) {
    return requests.conditional(
        () ->
            session.bind(
                INSERT, values(List.of(namespace.name(), namespace.kind()), settings(namespace))));
  }

  @Override
  public CompletionStage<CasOutcome> replace(Namespace expected, Namespace next) {
    NamespaceStore.checkReplacement(expected, next);
    return requests.conditional(
        () ->
            session.bind(
                UPDATE,
                values(settings(next), List.of(next.name(), expected.kind()), settings(expected))));
  }

  /** Compares the settings only: they name the life, and tell that it is gone. */
  @Override
  public CompletionStage<CasOutcome> revive(Namespace gone, Namespace next) {
    NamespaceStore.checkRevival(gone, next);
    return requests.conditional(
        () ->
            session.bind(
                REVIVE,
                values(
                    List.of(next.kind()), settings(next), List.of(next.name(), gone.settings()))));
  }

  @Override
  public CompletionStage<WriteOutcome> enter(Namespace namespace) {
    return list.enter(namespace);
  }

  @Override
  public CompletionStage<WriteOutcome> remove(Namespace namespace) {
    return list.remove(namespace);
  }

  @Override
  public CompletionStage<List<Listed>> list(String after, int limit) {
    return list.list(after, limit);
  }

  @Override
  public CompletionStage<Long> count() {
    return list.count();
  }

  @Override
  public CompletionStage<WriteOutcome> begin(NamespaceLife life) {
    return deletions.begin(life);
  }

  @Override
  public CompletionStage<List<Deletion>> deletions() {
    return deletions.deletions();
  }

  @Override
  public CompletionStage<WriteOutcome> done(NamespaceLife life, int unit) {
    return deletions.done(life, unit);
  }

  @Override
  public CompletionStage<WriteOutcome> end(NamespaceLife life) {
    return deletions.end(life);
  }

  @Override
  public CompletionStage<CasOutcome> note(NamespaceLife life, Purge purge) {
    return purges.note(life, purge);
  }

  @Override
  public CompletionStage<List<Purge>> purges(NamespaceLife life, int after) {
    return purges.purges(life, after);
  }

  @Override
  public CompletionStage<WriteOutcome> forgetPurges(NamespaceLife life) {
    return purges.forgetPurges(life);
  }

  @Override
  public CompletionStage<WriteOutcome> begin(PurgedCounter counter) {
    return purges.begin(counter);
  }

  @Override
  public CompletionStage<List<PurgedCounter>> purged(int limit) {
    return purges.purged(limit);
  }

  @Override
  public CompletionStage<WriteOutcome> end(CounterName counter) {
    return purges.end(counter);
  }

  /** The changeable settings of a namespace, in the order of the columns. */
  private static List<Object> settings(Namespace namespace) {
    return List.of(
        namespace.deduplicate().label(),
        namespace.retain().label(),
        namespace.shards(),
        labels(namespace.windows()),
        namespace.settings());
  }

  private static Object[] values(List<?>... some) {
    return Stream.of(some).flatMap(List::stream).toArray();
  }

  private static Set<String> labels(Set<Granularity> windows) {
    return windows.stream().map(Granularity::label).collect(Collectors.toSet());
  }

  /**
   * Decodes a row. An update writes no kind, and a replica may have an update but no insertion.
   *
   * @throws StoreUnavailable if the row has no kind
   */
  private static Namespace namespace(String name, Row row) {
    if (row.isNull(0)) {
      throw new StoreUnavailable("a namespace was created and changed while it was read", null);
    }
    Set<Granularity> windows = EnumSet.noneOf(Granularity.class);
    for (String label : Objects.requireNonNull(row.getSet(4, String.class))) {
      windows.add(Granularity.parse(label));
    }
    return new Namespace(
        name,
        Objects.requireNonNull(row.getString(0)),
        new TimeSpan(Objects.requireNonNull(row.getString(1))),
        new TimeSpan(Objects.requireNonNull(row.getString(2))),
        row.getInt(3),
        windows,
        Objects.requireNonNull(row.getMap(5, String.class, String.class)));
  }
}
