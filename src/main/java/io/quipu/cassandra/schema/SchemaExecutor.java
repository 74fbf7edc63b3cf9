package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import io.quipu.cassandra.driver.BoundedRetry;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.driver.DriverOptions;
import java.util.Comparator;
import java.util.Objects;

/**
 * Executes schema statements on the connected node with the smallest host id. Instances that start
 * at the same time, and are connected to the same nodes, thus create a table through one node,
 * which executes one statement after the other. Through two nodes, a table could be created twice,
 * with different ids. Blocks the calling thread, so it may be used only before the instance is
 * ready.
 */
record SchemaExecutor(CqlSession session, BoundedRetry retry) {
  /**
   * Executes a schema change, and waits until the nodes agree on the schema. The change must have
   * the same effect if it is executed again, because it may be sent several times.
   */
  void change(String cql) {
    if (!execute(cql).getExecutionInfo().isSchemaInAgreement()) {
      while (!retry.call(session::checkSchemaAgreement)) {
        retry.pause("the nodes do not agree on the schema (see nodetool describecluster)");
      }
    }
  }

  /**
   * Repeats a statement until Cassandra answers. An earlier attempt may have been applied although
   * its answer was lost. Then the last answer to a conditional write may say "not applied". So a
   * caller that must know whether its write was applied has to check whether the current row is its
   * own.
   *
   * @throws CassandraUnusable if Cassandra still does not answer after the limit of {@link
   *     BoundedRetry}, or if the thread is interrupted
   */
  ResultSet execute(String cql, Object... values) {
    return retry.call(
        () ->
            session.execute(
                SimpleStatement.builder(cql)
                    .addPositionalValues(values)
                    .setExecutionProfileName(DriverOptions.SCHEMA)
                    .setNode(coordinator())
                    .setIdempotence(false)
                    .build()));
  }

  private Node coordinator() {
    return session.getMetadata().getNodes().values().stream()
        .filter(node -> node.getOpenConnections() > 0 && node.getHostId() != null)
        .min(Comparator.comparing(node -> Objects.requireNonNull(node.getHostId())))
        .orElseThrow(NoNodeAvailableException::new);
  }
}
