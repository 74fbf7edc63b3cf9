package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Comparator;
import java.util.Objects;

/**
 * Executes schema statements, always on the same coordinator: the connected node with the smallest
 * host id. Instances that start at once thus create a table through one node, which executes one
 * statement after the other. Through two nodes, a table could be created twice, with different ids.
 * Blocks: for the start only.
 */
record SchemaExecutor(CqlSession session, BoundedRetry retry) {
  /** Executes a schema change that may be repeated, and waits until all nodes know of it. */
  void change(String cql) {
    if (!execute(cql).getExecutionInfo().isSchemaInAgreement()) {
      while (!retry.call(session::checkSchemaAgreement)) {
        retry.pause("the nodes do not agree on the schema (see nodetool describecluster)");
      }
    }
  }

  /**
   * Repeats a statement until Cassandra answers. A conditional write must recognise its own effect:
   * an earlier attempt may have been applied.
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
