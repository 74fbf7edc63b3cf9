package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.cassandra.schema.Replication;
import io.vertx.cassandra.CassandraClient;
import io.vertx.cassandra.ResultSet;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Asks the connected nodes in turn, one every two seconds, how the keyspace is replicated. The
 * driver does not learn of a change while its control connection is broken, or if it fails to read
 * the schema. Each node is asked, because a node that does not know of a change yet uses other
 * majorities than the other nodes. A failed question is ignored.
 */
final class ReplicationWatch {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  private final Vertx vertx;
  private final CqlSession session;
  private final CassandraClient client;
  private final KeyspaceGuard guard;
  private final SimpleStatement question;
  private final long timer;
  private int turn;
  private boolean asking;

  /** Starts to ask, until {@link #close}. */
  ReplicationWatch(
      Vertx vertx,
      CqlSession session,
      CassandraClient client,
      String keyspace,
      KeyspaceGuard guard) {
    this.vertx = vertx;
    this.session = session;
    this.client = client;
    this.guard = guard;
    this.question =
        SimpleStatement.builder(
                "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = ?")
            .addPositionalValue(keyspace)
            .setConsistencyLevel(ConsistencyLevel.ONE)
            .setIdempotence(true)
            .build();
    this.timer = vertx.setPeriodic(PERIOD.toMillis(), now -> ask());
  }

  void close() {
    vertx.cancelTimer(timer);
  }

  private void ask() {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getOpenConnections() > 0 && node.getHostId() != null)
            .sorted(Comparator.comparing(node -> Objects.requireNonNull(node.getHostId())))
            .toList();
    if (asking || nodes.isEmpty() || !guard.holds()) {
      return;
    }
    asking = true;
    turn++;
    client
        .execute(question.setNode(nodes.get(turn % nodes.size())))
        .onComplete(answer -> asking = false)
        .onSuccess(this::compare);
  }

  private void compare(ResultSet answer) {
    answer.currentPage().forEach(row -> guard.saw(Replication.of(row)));
  }
}
