package io.quipu.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import io.quipu.cassandra.driver.ConsistencyLevels;
import io.quipu.cassandra.driver.StuckSession;
import io.quipu.cassandra.findings.Finding;
import io.quipu.cassandra.findings.NodeQueries;
import io.quipu.cassandra.findings.NodeSettings;
import io.quipu.cassandra.findings.SettingRules;
import io.quipu.cassandra.schema.Replication;
import io.quipu.cassandra.schema.SchemaCheck;
import io.quipu.cassandra.schema.SchemaFile;
import io.quipu.ops.config.CassandraConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One look at the settings on which the guarantees rest: the schema and its tables, as the nodes
 * have them, and the settings of the nodes. The start, the daily look and the doctor share it.
 * Stages complete on threads of the driver.
 */
public record KeyspaceLook(CqlSession session, CassandraConfig config) {
  /** The driver may never complete a refresh; see {@link StuckSession}. */
  private static final long REFRESH_SECONDS = 30;

  /**
   * The findings of a look.
   *
   * @param keyspace the keyspace; empty if it does not exist
   * @param settings the settings of the nodes that answered
   */
  public record Seen(
      Optional<KeyspaceMetadata> keyspace, NodeSettings settings, List<Finding> findings) {}

  /**
   * Reads the schema anew, so that the guard sees what the driver has not heard of, and looks at
   * everything. The stage does not fail: a failure is a finding.
   */
  public CompletionStage<Seen> look() {
    return session
        .refreshSchemaAsync()
        .toCompletableFuture()
        .orTimeout(REFRESH_SECONDS, TimeUnit.SECONDS)
        .handle(
            (metadata, failure) ->
                failure == null
                    ? look(metadata)
                    : look(
                        Optional.empty(),
                        List.of(NodeQueries.unknown("tables", "the schema", failure))))
        .thenCompose(seen -> seen);
  }

  /** Looks at everything, and takes the schema from metadata that was read before. */
  public CompletionStage<Seen> look(Metadata metadata) {
    Optional<KeyspaceMetadata> keyspace =
        metadata.getKeyspace(CqlIdentifier.fromInternal(config.keyspace()));
    return look(
        keyspace,
        keyspace
            .map(there -> new SchemaCheck(there).findings(config, SchemaFile.all()))
            .orElseGet(() -> List.of(missing())));
  }

  private CompletionStage<Seen> look(Optional<KeyspaceMetadata> keyspace, List<Finding> ofSchema) {
    List<Finding> found = new ArrayList<>(ofSchema);
    return ledger(keyspace, found)
        .thenCompose(read -> new NodeQueries(session).settings())
        .thenApply(
            nodes -> {
              found.addAll(nodes.failures());
              if (!nodes.settings().byNode().isEmpty()) {
                found.addAll(rules(keyspace).findings(nodes.settings()));
              }
              return new Seen(keyspace, nodes.settings(), List.copyOf(found));
            });
  }

  private SettingRules rules(Optional<KeyspaceMetadata> keyspace) {
    int replicas =
        keyspace
            .map(Replication::of)
            .map(now -> now.replicas().values().stream().mapToInt(Integer::intValue).sum())
            .orElse(1);
    return new SettingRules(
        replicas,
        ConsistencyLevels.plain(config.consistency()).name(),
        ConsistencyLevels.serial(config.consistency()).name());
  }

  private Finding missing() {
    return Finding.broken(
        "keyspace",
        "keyspace " + config.keyspace() + " does not exist",
        "set QUIPU_CASSANDRA_KEYSPACE, or start an instance, which creates it");
  }

  private CompletionStage<Void> ledger(Optional<KeyspaceMetadata> keyspace, List<Finding> found) {
    if (keyspace.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    return new NodeQueries(session)
        .rows(
            null,
            ConsistencyLevels.plain(config.consistency()),
            "SELECT name, checksum FROM " + config.keyspace() + ".schema_version")
        .handle(
            (rows, failure) -> {
              if (failure == null) {
                found.addAll(
                    SchemaFile.rules(SchemaFile.all()).findings(config.keyspace(), applied(rows)));
              } else {
                found.add(NodeQueries.unknown("schema", "the applied schema files", failure));
              }
              return null;
            });
  }

  private static Map<String, String> applied(List<Row> rows) {
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> Objects.requireNonNull(row.getString(0)),
                row -> Objects.requireNonNullElse(row.getString(1), "")));
  }
}
