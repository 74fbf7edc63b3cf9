package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListener;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.engine.model.Layout;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.SchemaChanges;
import io.vertx.cassandra.CassandraClient;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one instance to Cassandra: a client of its Vert.x, with every statement
 * prepared. Shared by all stores, from any thread.
 */
public final class CassandraSession {
  private static final Logger log = LoggerFactory.getLogger(CassandraSession.class);

  /** The most sessions that are tried at start. */
  private static final int SESSIONS = 5;

  /** The statements after the schema, without those of kinds of counters. */
  static final List<Cql> STATEMENTS =
      Stream.of(
              CassandraNamespaceStore.STATEMENTS,
              CassandraKeyStore.STATEMENTS,
              CassandraEventLog.STATEMENTS,
              CassandraEventDirectory.STATEMENTS,
              CassandraPageStore.STATEMENTS,
              CassandraSettledIds.STATEMENTS,
              CassandraClosedWindows.STATEMENTS,
              CassandraCounterNames.STATEMENTS,
              CassandraCounterSlices.STATEMENTS,
              CassandraWriterRegistry.STATEMENTS,
              CassandraFirstTopics.STATEMENTS,
              KeptLayout.STATEMENTS,
              FoundingPermit.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private final CqlSession session;
  private final CassandraClient client;
  private final CassandraConfig config;
  private final Map<Cql, PreparedStatement> prepared;
  private final Layout layout;
  private final ReplicationGuard guard;
  private final ReplicationWatch watch;

  private CassandraSession(
      Vertx vertx,
      CqlSession session,
      CassandraClient client,
      CassandraConfig config,
      Map<Cql, PreparedStatement> prepared,
      Layout layout,
      ReplicationGuard guard) {
    this.guard = guard;
    this.watch = new ReplicationWatch(vertx, session, client, config.keyspace(), guard);
    this.session = session;
    this.client = client;
    this.config = config;
    this.prepared = prepared;
    this.layout = layout;
  }

  /**
   * Connects, applies and validates the schema, prepares all statements, and reads the constants of
   * the keyspace, or chooses them. Blocks, up to minutes: never to be called on an event loop. It
   * is closed with its Vert.x, if not before.
   *
   * @param ofKinds statements of the kinds of counters, besides those of all
   * @throws CassandraUnusable with one line for the operator
   */
  public static CassandraSession open(
      Vertx vertx, CassandraConfig config, Collection<Cql> ofKinds) {
    return open(vertx, config, ofKinds, null);
  }

  /**
   * Opens a session, with meters of the driver.
   *
   * @param registry for meters of the driver, or null for none
   */
  public static CassandraSession open(
      Vertx vertx,
      CassandraConfig config,
      Collection<Cql> ofKinds,
      @Nullable MeterRegistry registry) {
    return open(vertx, config, ofKinds, registry, new ReplicationGuard(config.keyspace()));
  }

  /**
   * Opens a session, with a guard.
   *
   * @param guard is told how the keyspace is replicated, and decides for how long that will do
   */
  static CassandraSession open(
      Vertx vertx,
      CassandraConfig config,
      Collection<Cql> ofKinds,
      @Nullable MeterRegistry registry,
      ReplicationGuard guard) {
    return untilNotStuck(() -> openOnce(vertx, config, ofKinds, registry, guard));
  }

  /**
   * Makes the schema, and nothing else. Blocks, up to minutes.
   *
   * @throws CassandraUnusable with one line for the operator
   */
  public static void createSchema(CassandraConfig config) {
    untilNotStuck(
        () ->
            over(
                config,
                null,
                null,
                session -> {
                  Schema schema = new Schema(session, config);
                  schema.create();
                  schema.record();
                  session.close();
                  return true;
                }));
  }

  private static <T> T untilNotStuck(Supplier<T> opening) {
    for (int left = SESSIONS; ; left--) {
      try {
        return opening.get();
      } catch (StuckSession e) {
        if (left == 1) {
          throw new CassandraUnusable(
              "Connections to Cassandra break before the schema is read. Are enough nodes up?", e);
        }
        log.info("Connecting anew: {}", e.getMessage());
      }
    }
  }

  private static CassandraSession openOnce(
      Vertx vertx,
      CassandraConfig config,
      Collection<Cql> ofKinds,
      @Nullable MeterRegistry registry,
      ReplicationGuard guard) {
    return over(
        config,
        registry,
        guard,
        session -> {
          Schema schema = new Schema(session, config);
          guard.expect(schema.ensure());
          new SchemaPermissions(session, config).check();
          CassandraSession opened = prepared(vertx, session, config, ofKinds, guard);
          if (config.schema() != SchemaChanges.CHECK) {
            schema.record();
          }
          return opened;
        });
  }

  /** A session that is closed if what is done over it fails. */
  private static <T> T over(
      CassandraConfig config,
      @Nullable MeterRegistry registry,
      @Nullable SchemaChangeListener changes,
      Function<CqlSession, T> work) {
    CqlSession session = Connection.open(config, registry, changes);
    try {
      return work.apply(session);
    } catch (StuckSession e) {
      // In order it might not close, either.
      session.forceCloseAsync();
      throw e;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static CassandraSession prepared(
      Vertx vertx,
      CqlSession session,
      CassandraConfig config,
      Collection<Cql> ofKinds,
      ReplicationGuard guard) {
    CassandraClient client = OpenedSession.client(vertx, config.keyspace(), session);
    try {
      Map<Cql, PreparedStatement> prepared = prepare(client, config, ofKinds);
      Layout layout = new KeptLayout(session, prepared, config).ensure();
      CassandraSession opened =
          new CassandraSession(vertx, session, client, config, prepared, layout, guard);
      // what changed before anything was compared
      opened.metadata().getKeyspace(opened.keyspace()).map(Replication::of).ifPresent(guard::saw);
      return opened;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private static Map<Cql, PreparedStatement> prepare(
      CassandraClient client, CassandraConfig config, Collection<Cql> ofKinds) {
    BoundedRetry retry =
        new BoundedRetry("prepare statements", config.connectTimeout(), "Are enough nodes up?");
    try {
      return Stream.concat(STATEMENTS.stream(), ofKinds.stream())
          .collect(
              Collectors.toUnmodifiableMap(
                  cql -> cql, cql -> retry.call(() -> prepare(client, template(cql, config)))));
    } catch (QueryValidationException e) {
      throw new CassandraUnusable(
          "Keyspace " + config.keyspace() + " does not fit this version: " + e.getMessage(), e);
    }
  }

  private static PreparedStatement prepare(CassandraClient client, SimpleStatement template) {
    try {
      return client.prepare(template).await();
    } catch (CompletionException e) {
      // The driver hands on a copy of what it prepared, which wraps a failure.
      throw e.getCause() instanceof DriverException failure ? failure : e;
    }
  }

  /** Prepares a statement; every statement bound from it inherits its settings. */
  private static SimpleStatement template(Cql cql, CassandraConfig config) {
    SimpleStatementBuilder template =
        SimpleStatement.builder(cql.text().replace("$ks", config.keyspace()))
            .setConsistencyLevel(ConsistencyLevels.plain(config.consistency()))
            .setSerialConsistencyLevel(ConsistencyLevels.serial(config.consistency()))
            .setIdempotence(cql.access() != Cql.Access.CONDITIONAL);
    if (cql.access() == Cql.Access.SERIAL_READ) {
      template.setConsistencyLevel(ConsistencyLevels.serial(config.consistency()));
    } else if (cql.access() == Cql.Access.CONDITIONAL) {
      template.setExecutionProfileName(DriverOptions.CONDITIONAL);
    }
    return template.build();
  }

  /** The statement that was prepared for {@code cql} at start. */
  public PreparedStatement prepared(Cql cql) {
    PreparedStatement statement = prepared.get(cql);
    if (statement == null) {
      throw new IllegalStateException("not prepared at start: " + cql.text());
    }
    return statement;
  }

  /** A bound statement with its values in order; a null value is written as null. */
  public BoundStatement bind(Cql cql, Object... values) {
    return prepared(cql).bind(values);
  }

  /** The constants of the keyspace. */
  public Layout layout() {
    return layout;
  }

  /** The requests of one owner, which sends them from its context and is answered there. */
  public Requests requests(Context owner) {
    return new Requests(client, owner, guard);
  }

  DriverExecutionProfile profile(String name) {
    return session.getContext().getConfig().getProfile(name);
  }

  Metadata metadata() {
    return session.getMetadata();
  }

  CqlIdentifier keyspace() {
    return CqlIdentifier.fromInternal(config.keyspace());
  }

  /** The number of nodes that the driver knows, at least 1. */
  public int nodes() {
    return Math.max(1, metadata().getNodes().size());
  }

  /** The replicas of the keyspace as the driver last saw them. */
  Replication replication() {
    return metadata()
        .getKeyspace(keyspace())
        .map(Replication::of)
        .orElseGet(() -> new Replication("", Map.of()));
  }

  /** The reason why nothing is counted any more until the next start; empty while all is well. */
  Optional<String> complaint() {
    return guard.complaint();
  }

  /** Closes every connection; what is in flight then has an unknown outcome. */
  public Future<Void> close() {
    watch.close();
    return client.close();
  }
}
