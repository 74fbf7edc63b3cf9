package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListener;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.driver.BoundedRetry;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.driver.Connection;
import io.quipu.cassandra.driver.ConsistencyLevels;
import io.quipu.cassandra.driver.DriverOptions;
import io.quipu.cassandra.driver.OpenedSession;
import io.quipu.cassandra.driver.StuckSession;
import io.quipu.cassandra.findings.Finding;
import io.quipu.cassandra.findings.LatestFindings;
import io.quipu.cassandra.schema.KeptLayout;
import io.quipu.cassandra.schema.Replication;
import io.quipu.cassandra.schema.Schema;
import io.quipu.cassandra.schema.SchemaCheck;
import io.quipu.cassandra.schema.SchemaPermissions;
import io.quipu.engine.names.Layout;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.SchemaChanges;
import io.vertx.cassandra.CassandraClient;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a session from a configuration: makes or checks the schema, and prepares the statements.
 * Blocks, up to minutes: never to be used on an event loop.
 *
 * @param statements the statements of all stores that use the session
 * @param registry for meters of the driver, or null for none
 * @param guard gets the replication of the keyspace, and stops requests when the replication
 *     changes
 */
record SessionOpening(
    Vertx vertx,
    CassandraConfig config,
    Collection<Cql> statements,
    @Nullable MeterRegistry registry,
    KeyspaceGuard guard) {
  private static final Logger log = LoggerFactory.getLogger(SessionOpening.class);

  /**
   * The maximum number of sessions that are opened, one after the other, until one is not stuck.
   */
  private static final int SESSIONS = 5;

  /**
   * Opens a session.
   *
   * @throws CassandraUnusable with one line for the operator
   */
  CassandraSession open() {
    return untilNotStuck(() -> over(config, registry, guard, this::opened));
  }

  private CassandraSession opened(CqlSession session) {
    Schema schema = new Schema(session, config);
    guard.expect(schema.ensure());
    new SchemaPermissions(session, config).check();
    LatestFindings findings = new LatestFindings(registry, () -> !guard.holds());
    List<Finding> found =
        new KeyspaceLook(session, config)
            .look(session.getMetadata())
            .toCompletableFuture()
            .join()
            .findings();
    SchemaCheck.require(found);
    findings.publish(found);
    CassandraSession opened = prepared(session, findings);
    if (config.schema() != SchemaChanges.CHECK) {
      schema.record();
    }
    return opened;
  }

  /**
   * Makes the schema, records the replication if there is no record, and closes the session.
   *
   * @throws CassandraUnusable with one line for the operator
   */
  static void createSchema(CassandraConfig config) {
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

  /** Runs work over a new session; closes the session if the work fails. */
  private static <T> T over(
      CassandraConfig config,
      @Nullable MeterRegistry registry,
      @Nullable SchemaChangeListener changes,
      Function<CqlSession, T> work) {
    CqlSession session = Connection.open(config, registry, changes);
    try {
      return work.apply(session);
    } catch (StuckSession e) {
      // An orderly close of a stuck session might never end.
      session.forceCloseAsync();
      throw e;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private CassandraSession prepared(CqlSession session, LatestFindings findings) {
    CassandraClient client = OpenedSession.client(vertx, config.keyspace(), session);
    try {
      Map<Cql, PreparedStatement> prepared = prepare(client);
      Layout layout = new KeptLayout(session, prepared, config).ensure();
      CassandraSession opened =
          new CassandraSession(vertx, session, client, config, prepared, layout, guard, findings);
      // the guard ignored all changes that the driver reported before guard.expect
      opened.metadata().getKeyspace(opened.keyspace()).map(Replication::of).ifPresent(guard::saw);
      return opened;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private Map<Cql, PreparedStatement> prepare(CassandraClient client) {
    BoundedRetry retry =
        new BoundedRetry("prepare statements", config.connectTimeout(), "Are enough nodes up?");
    try {
      return statements.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  cql -> cql, cql -> retry.call(() -> prepare(client, template(cql)))));
    } catch (QueryValidationException e) {
      throw new CassandraUnusable(
          "Keyspace " + config.keyspace() + " does not fit this version: " + e.getMessage(), e);
    }
  }

  private static PreparedStatement prepare(CassandraClient client, SimpleStatement template) {
    try {
      return client.prepare(template).await();
    } catch (CompletionException e) {
      // The driver returns a copy of its cached future, and the copy wraps a failure.
      throw e.getCause() instanceof DriverException failure ? failure : e;
    }
  }

  /** Builds the statement to prepare. All statements bound from it inherit its settings. */
  private SimpleStatement template(Cql cql) {
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
}
