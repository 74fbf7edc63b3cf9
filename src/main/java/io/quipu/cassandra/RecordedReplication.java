package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;

/**
 * The replication that a keyspace is known to be whole with. After {@code ALTER KEYSPACE} new
 * replicas are empty until a repair, and their majority would answer that nothing was ever counted.
 * So it is kept where no replica can miss it: in the schema, which all nodes have, as the comment
 * of a table.
 */
final class RecordedReplication {
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

  /** The steps for an operator between two replications. */
  static String procedure(String keyspace) {
    return "Stop all instances, execute \"nodetool repair --full "
        + keyspace
        + "\" on each node, and start them again (docs/deploy.md, Changing the replication)";
  }

  /** Of a keyspace that is made with this replication: the option of the table that keeps it. */
  String asOption() {
    return "comment = '" + (PREFIX + now).replace("'", "''") + "'";
  }

  /**
   * Checks that the keyspace is as it was recorded, if it was.
   *
   * @throws CassandraUnusable if it was altered, and nobody said that it was repaired since
   */
  void check() {
    if (recorded.isPresent() && !recorded.get().equals(now.toString())) {
      throw new CassandraUnusable(
          "Keyspace %s is replicated as %s, but was last known to be whole as %s: counts would be wrong where a replica lacks what others have. Have all instances stopped, execute \"nodetool repair --full %s\" on each node, then \"%s\", and start again (docs/deploy.md, Changing the replication)"
              .formatted(keyspace, now, recorded.get(), keyspace, statement()));
    }
  }

  /** A version before this one kept no record. */
  boolean isMissing() {
    return recorded.isEmpty();
  }

  /** Records the replication of now. */
  String statement() {
    return "ALTER TABLE %s.%s WITH %s".formatted(keyspace, TABLE, asOption());
  }
}
