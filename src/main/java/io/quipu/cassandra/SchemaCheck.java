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

/** Compares the keyspace in Cassandra with this version's schema. Each error names the fix. */
final class SchemaCheck {
  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");

  private final KeyspaceMetadata keyspace;
  private final String keyspaceName;

  SchemaCheck(KeyspaceMetadata keyspace) {
    this.keyspace = keyspace;
    this.keyspaceName = keyspace.getName().asInternal();
  }

  /**
   * Checks that the replication equals the {@linkplain RecordedReplication recorded} replication,
   * if there is a record.
   *
   * @return the replication
   * @throws CassandraUnusable if the recorded replication is another one
   */
  Replication replication() {
    new RecordedReplication(keyspace).check();
    return Replication.of(keyspace);
  }

  /**
   * Checks that every table exists with its columns, their types, its primary key, and the {@code
   * read_repair} option that a file sets.
   *
   * @throws CassandraUnusable naming the first table or column that is missing or wrong
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

  /** Checks the primary key: with another key, a valid statement may have another effect. */
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
   * Checks that a local quorum is a quorum, if the configuration asks for local quorums.
   *
   * @throws CassandraUnusable if some replicas are in another data centre, so that local quorums of
   *     two data centres have no replica in common, or if the strategy ignores data centres
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
