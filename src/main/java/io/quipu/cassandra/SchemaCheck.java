package io.quipu.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the keyspace in Cassandra with the needs of this version; each error names its fix. */
final class SchemaCheck {
  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");

  private final KeyspaceMetadata keyspace;
  private final String keyspaceName;

  SchemaCheck(KeyspaceMetadata keyspace) {
    this.keyspace = keyspace;
    this.keyspaceName = keyspace.getName().asInternal();
  }

  /**
   * Checks that the replication equals the one with which the replicas were last known to be whole.
   *
   * @return the replication
   * @throws CassandraUnusable if the keyspace was altered since
   */
  Replication replication() {
    new RecordedReplication(keyspace).check();
    return Replication.of(keyspace);
  }

  /**
   * Checks that every table and column exists, and that {@code read_repair} of each table is right.
   *
   * @throws CassandraUnusable naming the first one that is missing or wrong
   */
  void tables(List<SchemaFile> files) {
    for (SchemaFile file : files) {
      for (SchemaTable table : file.tables()) {
        check(file, table);
      }
    }
    SchemaFile.readRepairs(files).forEach(this::check);
  }

  private void check(SchemaFile file, SchemaTable expected) {
    String name = keyspaceName + "." + expected.name();
    TableMetadata actual =
        keyspace
            .getTable(CqlIdentifier.fromInternal(expected.name()))
            .orElseThrow(
                () ->
                    new CassandraUnusable(
                        "Table %s is missing, although %s was applied: %s"
                            .formatted(name, file.name(), applyAgain(file))));
    for (SchemaTable.Column column : expected.columns()) {
      check(name, column, actual);
    }
    checkKey(name, expected, actual);
  }

  private void check(SchemaFile.ReadRepair expected) {
    String name = keyspaceName + "." + expected.table();
    Object actual =
        keyspace
            .getTable(CqlIdentifier.fromInternal(expected.table()))
            .map(table -> table.getOptions().get(READ_REPAIR))
            .orElse(null);
    if (actual != null && !expected.value().equals(actual)) {
      throw new CassandraUnusable(
          "Table %s has read_repair %s, with which reads could be wrong: %s"
              .formatted(
                  name,
                  actual,
                  execute(
                      "ALTER TABLE %s WITH read_repair = '%s'".formatted(name, expected.value()))));
    }
  }

  private static void check(String table, SchemaTable.Column expected, TableMetadata actual) {
    ColumnMetadata column =
        actual
            .getColumn(CqlIdentifier.fromInternal(expected.name()))
            .orElseThrow(
                () ->
                    new CassandraUnusable(
                        "Table %s has no column %s: %s"
                            .formatted(
                                table,
                                expected.name(),
                                execute(
                                    "ALTER TABLE " + table + " ADD " + expected.definition()))));
    String type = column.getType().asCql(false, false);
    if (!type.equals(expected.type()) || column.isStatic() != expected.isStatic()) {
      throw new CassandraUnusable(
          "Column %s of table %s is %s%s, needed is %s: choose another QUIPU_CASSANDRA_KEYSPACE, or drop the table if it is not Quipu's"
              .formatted(
                  expected.name(),
                  table,
                  type,
                  column.isStatic() ? " static" : "",
                  expected.definition()));
    }
  }

  /** Checks the primary key: with another key, statements may be valid but mean something else. */
  private static void checkKey(String table, SchemaTable expected, TableMetadata actual) {
    String key =
        names(actual.getPartitionKey()).collect(Collectors.joining(", ", "(", ")"))
            + names(actual.getClusteringColumns().keySet())
                .map(column -> ", " + column)
                .collect(Collectors.joining());
    if (!expected.primaryKey().isEmpty() && !expected.primaryKey().equals(key)) {
      throw new CassandraUnusable(
          "Table %s has the primary key (%s), needed is (%s): it is of another version. Choose another QUIPU_CASSANDRA_KEYSPACE, or drop the keyspace if you can do without what it counted (mvn clean does it for mvn -Pdev)"
              .formatted(table, key, expected.primaryKey()));
    }
  }

  private static Stream<String> names(Collection<ColumnMetadata> columns) {
    return columns.stream().map(column -> column.getName().asInternal());
  }

  private String applyAgain(SchemaFile file) {
    return execute(
            "DELETE FROM %s.schema_version WHERE name = '%s' IF EXISTS"
                .formatted(keyspaceName, file.name()))
        + ", then start again";
  }

  private static String execute(String cql) {
    return "execute \"" + cql + "\"";
  }

  /**
   * Checks that a local quorum is a quorum: all replicas must be in the local data centre.
   *
   * @throws CassandraUnusable if two local quorums could have no replica in common
   */
  void consistency(CassandraConfig config) {
    if (config.consistency() != Consistency.LOCAL_QUORUM) {
      return;
    }
    Replication replication = Replication.of(keyspace);
    if (!replication.isOnlyIn(config.localDatacenter())) {
      throw new CassandraUnusable(
          "QUIPU_CASSANDRA_CONSISTENCY is LOCAL_QUORUM, but keyspace %s is not replicated in data centre %s alone (%s): majorities of different data centres need not meet, and counts would be wrong; set it to QUORUM"
              .formatted(keyspaceName, config.localDatacenter(), replication));
    }
  }
}
