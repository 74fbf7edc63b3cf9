package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.micrometer.core.instrument.MeterRegistry;
import io.quipu.cassandra.cql.Cql;
import io.quipu.cassandra.cql.Requests;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.findings.LatestFindings;
import io.quipu.cassandra.schema.Replication;
import io.quipu.engine.names.Layout;
import io.quipu.ops.config.CassandraConfig;
import io.vertx.cassandra.CassandraClient;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The connection of one instance to Cassandra: a client of the Vert.x of the instance, with every
 * statement prepared. Shared by all stores, safe on any thread.
 */
public final class CassandraSession {
  private final CqlSession session;
  private final CassandraClient client;
  private final CassandraConfig config;
  private final Map<Cql, PreparedStatement> prepared;
  private final Layout layout;
  private final KeyspaceGuard guard;
  private final ReplicationWatch watch;
  private final LatestFindings findings;

  CassandraSession(
      Vertx vertx,
      CqlSession session,
      CassandraClient client,
      CassandraConfig config,
      Map<Cql, PreparedStatement> prepared,
      Layout layout,
      KeyspaceGuard guard,
      LatestFindings findings) {
    this.guard = guard;
    this.findings = findings;
    this.watch = new ReplicationWatch(vertx, session, client, config.keyspace(), guard);
    this.session = session;
    this.client = client;
    this.config = config;
    this.prepared = prepared;
    this.layout = layout;
  }

  /**
   * Connects, makes the schema or waits for it, validates the schema, prepares all statements, and
   * reads the constants of the keyspace, or chooses them. Blocks for up to minutes, so never to be
   * called on an event loop. When Vert.x closes, the session closes too.
   *
   * @param statements the statements of all stores that use the session
   * @param registry for meters of the driver, or null for none
   * @throws CassandraUnusable if Cassandra or the keyspace cannot be used
   */
  public static CassandraSession open(
      Vertx vertx,
      CassandraConfig config,
      Collection<Cql> statements,
      @Nullable MeterRegistry registry) {
    KeyspaceGuard guard = new KeyspaceGuard(config.keyspace());
    return new SessionOpening(vertx, config, statements, registry, guard).open();
  }

  /**
   * Makes the schema only. Blocks for up to minutes.
   *
   * @throws CassandraUnusable if Cassandra cannot be used, or the schema cannot be made
   */
  public static void createSchema(CassandraConfig config) {
    SessionOpening.createSchema(config);
  }

  /** The statement that was prepared for {@code cql} when the session was opened. */
  public PreparedStatement prepared(Cql cql) {
    PreparedStatement statement = prepared.get(cql);
    if (statement == null) {
      throw new IllegalStateException("not prepared at start: " + cql.text());
    }
    return statement;
  }

  /** The statement with values in the order of its markers; a null value is bound as null. */
  public BoundStatement bind(Cql cql, @Nullable Object... values) {
    return prepared(cql).bind(values);
  }

  /** The constants of the keyspace. */
  public Layout layout() {
    return layout;
  }

  /** Requests that are sent from a context, and answered on this context. */
  public Requests requests(Context owner) {
    return new Requests(client, owner, guard::holds);
  }

  /** The nodes with the partition of a statement; empty while the driver does not know them. */
  public Set<Node> replicas(BoundStatement statement) {
    ByteBuffer partition = Objects.requireNonNull(statement.getRoutingKey());
    return metadata()
        .getTokenMap()
        .map(tokens -> tokens.getReplicas(keyspace(), partition))
        .orElse(Set.of());
  }

  public DriverExecutionProfile profile(String name) {
    return session.getContext().getConfig().getProfile(name);
  }

  public Metadata metadata() {
    return session.getMetadata();
  }

  CqlIdentifier keyspace() {
    return CqlIdentifier.fromInternal(config.keyspace());
  }

  /** The number of nodes that the driver knows, at least 1. */
  public int nodes() {
    return Math.max(1, metadata().getNodes().size());
  }

  /** The replication that the driver last saw; without replicas if the keyspace is not known. */
  public Replication replication() {
    return metadata()
        .getKeyspace(keyspace())
        .map(Replication::of)
        .orElseGet(() -> new Replication("", Map.of()));
  }

  /**
   * Looks at the settings of Cassandra again, and logs what it finds. The start does so, too. The
   * stage does not fail.
   */
  public CompletionStage<?> lookAgain() {
    return new KeyspaceLook(session, config)
        .look()
        .thenAccept(
            seen -> {
              seen.keyspace().ifPresent(guard::sawTables);
              findings.publish(seen.findings());
            });
  }

  /** The reason why this instance refuses requests; empty while it sends them. */
  public Optional<String> complaint() {
    return guard.complaint();
  }

  /** Closes every connection. A write that is in flight may then have an unknown outcome. */
  public Future<Void> close() {
    watch.close();
    return client.close();
  }
}
