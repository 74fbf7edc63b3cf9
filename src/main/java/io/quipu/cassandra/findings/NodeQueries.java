package io.quipu.cassandra.findings;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Queries to single nodes about themselves. Virtual tables differ from node to node, so each node
 * is asked that the driver is connected to: the nodes of the local data centre. Safe on any thread.
 */
public record NodeQueries(CqlSession session) {
  /** The settings of the nodes that answered, and a finding if some did not. */
  public record Seen(NodeSettings settings, List<Finding> failures) {}

  /** The nodes with a connection, by their addresses. */
  public Map<String, Node> connected() {
    Map<String, Node> nodes = new TreeMap<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getOpenConnections() > 0) {
        nodes.put(name(node), node);
      }
    }
    return nodes;
  }

  static String name(Node node) {
    String address = node.getEndPoint().toString();
    return address.substring(address.lastIndexOf('/') + 1);
  }

  /** Reads the settings of each connected node. */
  public CompletionStage<Seen> settings() {
    Map<String, Map<String, String>> byNode = new HashMap<>();
    Map<String, Throwable> failed = new TreeMap<>();
    CompletionStage<Void> all = CompletableFuture.completedStage(null);
    for (Map.Entry<String, Node> node : connected().entrySet()) {
      all =
          all.thenCompose(done -> settings(node.getValue()))
              .handle(
                  (settings, failure) -> {
                    if (failure == null) {
                      byNode.put(node.getKey(), settings);
                    } else {
                      failed.put(node.getKey(), failure);
                    }
                    return null;
                  });
    }
    return all.thenApply(done -> seen(new NodeSettings(byNode), failed));
  }

  private static Seen seen(NodeSettings settings, Map<String, Throwable> failed) {
    if (failed.isEmpty()) {
      return new Seen(settings, List.of());
    }
    Throwable first = failed.values().iterator().next();
    String nodes = String.join(", ", failed.keySet());
    return new Seen(settings, List.of(unknown("settings", "settings of " + nodes, first)));
  }

  private CompletionStage<Map<String, String>> settings(Node node) {
    return rows(node, "SELECT name, value FROM system_views.settings")
        .thenApply(
            rows -> {
              Map<String, String> settings = new HashMap<>();
              for (Row row : rows) {
                settings.put(
                    Objects.requireNonNull(row.getString(0)),
                    Objects.requireNonNullElse(row.getString(1), ""));
              }
              return settings;
            });
  }

  /**
   * Reads all rows of an answer. One replica is enough.
   *
   * @param node the node to ask, or null for any
   */
  public CompletionStage<List<Row>> rows(@Nullable Node node, String cql, Object... values) {
    return rows(node, ConsistencyLevel.ONE, cql, values);
  }

  /** Reads all rows of an answer with a consistency level. */
  public CompletionStage<List<Row>> rows(
      @Nullable Node node, ConsistencyLevel level, String cql, Object... values) {
    SimpleStatement statement =
        SimpleStatement.builder(cql)
            .addPositionalValues(values)
            .setConsistencyLevel(level)
            .setNode(node)
            .setIdempotence(true)
            .build();
    List<Row> all = new ArrayList<>();
    return session.executeAsync(statement).thenCompose(page -> rest(page, all));
  }

  private static CompletionStage<List<Row>> rest(AsyncResultSet page, List<Row> all) {
    page.currentPage().forEach(all::add);
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> rest(next, all))
        : CompletableFuture.completedStage(all);
  }

  /**
   * The finding of a check that was not possible.
   *
   * @param what the thing that could not be read
   */
  public static Finding unknown(String name, String what, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    String message = Objects.requireNonNullElse(cause.getMessage(), cause.toString());
    return Finding.unknown(
        name,
        "could not look at " + what + ": " + message.lines().findFirst().orElse(""),
        cause instanceof UnauthorizedException
            ? "GRANT SELECT ON KEYSPACE system_views and ON KEYSPACE system_distributed to this"
                + " account (docs/deploy.md, Accounts)"
            : "look again when the node answers");
  }
}
