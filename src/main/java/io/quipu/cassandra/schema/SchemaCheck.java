package io.quipu.cassandra.schema;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.quipu.cassandra.driver.CassandraUnusable;
import io.quipu.cassandra.findings.Finding;
import io.quipu.cassandra.findings.Finding.Status;
import io.quipu.cassandra.findings.TableRules;
import io.quipu.ops.config.CassandraConfig;
import io.quipu.ops.config.Consistency;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the keyspace in Cassandra with this version's schema. Each finding names the fix.
 *
 * @param keyspace the keyspace as the driver last read it
 */
public record SchemaCheck(KeyspaceMetadata keyspace) {
  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");

  /**
   * Refuses the keyspace if a guarantee breaks.
   *
   * @throws CassandraUnusable with the line of the first broken finding
   */
  public static void require(Collection<Finding> findings) {
    List<Finding> broken = findings.stream().filter(each -> each.is(Status.BROKEN)).toList();
    if (!broken.isEmpty()) {
      String more =
          broken.size() == 1
              ? ""
              : "; and " + (broken.size() - 1) + " more, which \"quipu doctor\" lists";
      throw new CassandraUnusable(broken.get(0).line() + more);
    }
  }

  /** All findings: consistency, replication, tables and their options. */
  public List<Finding> findings(CassandraConfig config, List<SchemaFile> files) {
    List<Finding> found = new ArrayList<>();
    consistency(config).ifPresent(found::add);
    Optional<Finding> replication = new RecordedReplication(keyspace).finding();
    found.add(
        replication.orElseGet(
            () -> Finding.ok("replication", "replicated as " + Replication.of(keyspace))));
    found.addAll(tables(files));
    return found;
  }

  /**
   * Checks that every table exists with its columns, their types, its primary key, and the {@code
   * read_repair} option that a file sets, and that no option removes data.
   */
  List<Finding> tables(List<SchemaFile> files) {
    List<Finding> found = new ArrayList<>();
    for (SchemaFile file : files) {
      for (SchemaTable table : file.tables()) {
        check(file, table, found);
      }
    }
    SchemaFile.readRepairs(files).forEach(expected -> check(expected).ifPresent(found::add));
    found.addAll(TableRules.findings(keyspace, SchemaFile.tableNames()));
    return found;
  }

  private void check(SchemaFile file, SchemaTable expected, List<Finding> found) {
    Optional<TableMetadata> actual = table(expected.name());
    if (actual.isEmpty()) {
      found.add(
          table(
              "Table %s is missing, although %s was applied".formatted(name(expected), file.name()),
              applyAgain(file)));
      return;
    }
    for (SchemaTable.Column column : expected.columns()) {
      check(name(expected), column, actual.get()).ifPresent(found::add);
    }
    checkKey(name(expected), expected, actual.get()).ifPresent(found::add);
  }

  private Optional<TableMetadata> table(String name) {
    return keyspace.getTable(CqlIdentifier.fromInternal(name));
  }

  private String name(SchemaTable table) {
    return keyspaceName() + "." + table.name();
  }

  private String keyspaceName() {
    return keyspace.getName().asInternal();
  }

  private static Finding table(String detail, String remedy) {
    return Finding.broken("tables", detail, remedy);
  }

  private Optional<Finding> check(SchemaFile.ReadRepair expected) {
    String name = keyspaceName() + "." + expected.table();
    return table(expected.table())
        .map(table -> table.getOptions().get(READ_REPAIR))
        .filter(actual -> !expected.value().equals(actual))
        .map(
            actual ->
                Finding.broken(
                    "read_repair",
                    "Table %s has read_repair %s, with which reads could be wrong"
                        .formatted(name, actual),
                    execute(
                        "ALTER TABLE %s WITH read_repair = '%s'"
                            .formatted(name, expected.value()))));
  }

  private static Optional<Finding> check(
      String table, SchemaTable.Column expected, TableMetadata actual) {
    ColumnMetadata column =
        actual.getColumn(CqlIdentifier.fromInternal(expected.name())).orElse(null);
    if (column == null) {
      return Optional.of(
          table(
              "Table %s has no column %s".formatted(table, expected.name()),
              execute("ALTER TABLE " + table + " ADD " + expected.definition())));
    }
    String type = column.getType().asCql(false, false);
    if (type.equals(expected.type()) && column.isStatic() == expected.isStatic()) {
      return Optional.empty();
    }
    return Optional.of(
        table(
            "Column %s of table %s is %s%s, needed is %s"
                .formatted(
                    expected.name(),
                    table,
                    type,
                    column.isStatic() ? " static" : "",
                    expected.definition()),
            "choose another QUIPU_CASSANDRA_KEYSPACE, or drop the table if it is not Quipu's"));
  }

  /** Checks the primary key: with another key, a valid statement may have another effect. */
  private static Optional<Finding> checkKey(
      String table, SchemaTable expected, TableMetadata actual) {
    String key =
        names(actual.getPartitionKey()).collect(Collectors.joining(", ", "(", ")"))
            + names(actual.getClusteringColumns().keySet())
                .map(column -> ", " + column)
                .collect(Collectors.joining());
    if (expected.primaryKey().isEmpty() || expected.primaryKey().equals(key)) {
      return Optional.empty();
    }
    return Optional.of(
        table(
            "Table %s has the primary key (%s), needed is (%s): it is of another version"
                .formatted(table, key, expected.primaryKey()),
            "choose another QUIPU_CASSANDRA_KEYSPACE, or drop the keyspace if you can do without"
                + " what it counted (mvn clean does it for mvn -Pdev)"));
  }

  private static Stream<String> names(Collection<ColumnMetadata> columns) {
    return columns.stream().map(column -> column.getName().asInternal());
  }

  private String applyAgain(SchemaFile file) {
    return execute(
            "DELETE FROM %s.schema_version WHERE name = '%s' IF EXISTS"
                .formatted(keyspaceName(), file.name()))
        + ", then start again";
  }

  private static String execute(String cql) {
    return "execute \"" + cql + "\"";
  }

  /**
   * Checks that a local quorum is a quorum, if the configuration asks for local quorums. It is none
   * if some replicas are in another data centre, because local quorums of two data centres have no
   * replica in common, or if the strategy ignores data centres.
   */
  Optional<Finding> consistency(CassandraConfig config) {
    Replication replication = Replication.of(keyspace);
    if (config.consistency() != Consistency.LOCAL_QUORUM
        || replication.isOnlyIn(config.localDatacenter())) {
      return Optional.empty();
    }
    return Optional.of(
        Finding.broken(
            "consistency",
            "QUIPU_CASSANDRA_CONSISTENCY is LOCAL_QUORUM, but keyspace %s is not replicated in data centre %s alone (%s): majorities of different data centres need not meet, and counts would be wrong"
                .formatted(keyspaceName(), config.localDatacenter(), replication),
            "set it to QUORUM"));
  }
}
