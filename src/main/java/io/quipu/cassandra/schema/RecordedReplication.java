package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.cassandra.findings.Finding;
import java.util.Optional;

/**
 * The record of the replication with which all replicas of a keyspace were last known to be whole:
 * each replica had all of its data. After {@code ALTER KEYSPACE} new replicas are empty until a
 * repair. A majority of empty replicas would answer that nothing was ever counted. The record is
 * the comment of a table, because the schema is on all nodes, also on nodes without data.
 */
public final class RecordedReplication {
  private static final String TABLE = "schema_version";
  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");
  private static final String PREFIX = "whole with ";

  private final String keyspace;
  private final Replication now;
  private final Optional<String> recorded;

  RecordedReplication(KeyspaceMetadata metadata) {
    this.keyspace = metadata.getName().asInternal();
    this.now = Replication.of(metadata);
    this.recorded =
        metadata
            .getTable(CqlIdentifier.fromInternal(TABLE))
            .map(RecordedReplication::comment)
            .filter(comment -> comment.startsWith(PREFIX))
            .map(comment -> comment.substring(PREFIX.length()));
  }

  private static String comment(TableMetadata table) {
    Object comment = table.getOptions().get(COMMENT);
    return comment == null ? "" : comment.toString();
  }

  /** The steps for an operator who changes the replication. */
  public static String procedure(String keyspace) {
    return "Stop all instances, execute \"nodetool repair --full "
        + keyspace
        + "\" on each node, and start them again (docs/deploy.md, Changing the replication)";
  }

  /** The table option that records the current replication. */
  String asOption() {
    return "comment = '" + (PREFIX + now).replace("'", "''") + "'";
  }

  /** The finding that the recorded replication is another one; empty if not, or if none is. */
  Optional<Finding> finding() {
    return recorded
        .filter(whole -> !whole.equals(now.toString()))
        .map(
            whole ->
                Finding.broken(
                    "replication",
                    "Keyspace %s is replicated as %s, but was last known to be whole as %s: counts would be wrong where a replica lacks what others have"
                        .formatted(keyspace, now, whole),
                    "have all instances stopped, execute \"nodetool repair --full %s\" on each node, then \"%s\", and start again (docs/deploy.md, Changing the replication)"
                        .formatted(keyspace, statement())));
  }

  /** Tells whether there is no record, as in a keyspace that an older version made. */
  boolean isMissing() {
    return recorded.isEmpty();
  }

  /** The statement that records the current replication. */
  String statement() {
    return "ALTER TABLE %s.%s WITH %s".formatted(keyspace, TABLE, asOption());
  }
}
