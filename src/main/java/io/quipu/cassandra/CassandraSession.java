package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.quipu.config.CassandraConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one process to Cassandra, with every statement prepared. Shared by all stores,
 * from any thread.
 */
public final class CassandraSession implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CassandraSession.class);

  /** How many sessions are tried at start. */
  private static final int SESSIONS = 5;

  /** Everything that is ever sent once the schema stands. */
  static final List<Cql> STATEMENTS =
      Stream.of(
              CassandraNamespaceStore.STATEMENTS,
              CassandraEventStore.STATEMENTS,
              CassandraCheckpointStore.STATEMENTS,
              CassandraMemberStore.STATEMENTS,
              CassandraDirtyCounters.STATEMENTS,
              CassandraDueBuckets.STATEMENTS,
              CassandraCounterDirectory.STATEMENTS,
              CassandraWriterRegistry.STATEMENTS)
          .flatMap(List::stream)
          .toList();

  private final CqlSession session;
  private final CassandraConfig config;
  private final Map<Cql, PreparedStatement> prepared;

  private CassandraSession(CqlSession session, CassandraConfig config) {
    this.session = session;
    this.config = config;
    this.prepared = prepare(session, config);
  }

  /**
   * Connects, applies and validates the schema, and prepares all statements. Blocks, up to minutes:
   * never to be called on an event loop.
   *
   * @throws CassandraUnusable with one line for the operator
   */
  public static CassandraSession open(CassandraConfig config) {
    for (int left = SESSIONS; ; left--) {
      try {
        return openOnce(config);
      } catch (StuckSession e) {
        if (left == 1) {
          throw new CassandraUnusable(
              "Connections to Cassandra break before the schema is read. Are enough nodes up?", e);
        }
        log.info("Connecting anew: {}", e.getMessage());
      }
    }
  }

  private static CassandraSession openOnce(CassandraConfig config) {
    CqlSession session = Connection.open(config);
    try {
      new Schema(session, config, SchemaFile.all()).ensure();
      return new CassandraSession(session, config);
    } catch (StuckSession e) {
      // In order it might not close, either.
      session.forceCloseAsync();
      throw e;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static Map<Cql, PreparedStatement> prepare(CqlSession session, CassandraConfig config) {
    Patience patience =
        new Patience("prepare statements", config.connectTimeout(), "Are enough nodes up?");
    try {
      return STATEMENTS.stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  cql -> cql,
                  cql -> patience.keepTrying(() -> session.prepare(template(cql, config)))));
    } catch (QueryValidationException e) {
      throw new CassandraUnusable(
          "Keyspace " + config.keyspace() + " does not fit this version: " + e.getMessage(), e);
    }
  }

  /** What is set here is inherited by every statement bound from it. */
  private static SimpleStatement template(Cql cql, CassandraConfig config) {
    SimpleStatementBuilder template =
        SimpleStatement.builder(cql.text().replace("$ks", config.keyspace()))
            .setConsistencyLevel(Levels.plain(config.consistency()))
            .setSerialConsistencyLevel(Levels.serial(config.consistency()))
            .setIdempotence(cql.access() != Cql.Access.CONDITIONAL);
    if (cql.access() == Cql.Access.SERIAL_READ) {
      template.setConsistencyLevel(Levels.serial(config.consistency()));
    } else if (cql.access() == Cql.Access.CONDITIONAL) {
      template.setExecutionProfileName(DriverOptions.CONDITIONAL);
    }
    return template.build();
  }

  /** The statement that was prepared for {@code cql} at start. */
  PreparedStatement prepared(Cql cql) {
    PreparedStatement statement = prepared.get(cql);
    if (statement == null) {
      throw new IllegalStateException("not prepared at start: " + cql.text());
    }
    return statement;
  }

  /** A bound statement with its values in order; a null value is written as null. */
  BoundStatement bind(Cql cql, Object... values) {
    return prepared(cql).bind(values);
  }

  CompletionStage<AsyncResultSet> execute(Statement<?> statement) {
    try {
      return session.executeAsync(statement);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
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

  /** How many nodes the driver knows, at least 1. */
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

  /** Closes every connection; what is in flight then has an unknown outcome. Blocks. */
  @Override
  public void close() {
    session.close();
  }
}
