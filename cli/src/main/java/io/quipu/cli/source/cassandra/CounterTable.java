package io.quipu.cli.source.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import io.quipu.cli.source.CounterPath;
import io.quipu.cli.source.Found;
import io.quipu.cli.source.SkipReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table with columns of type counter. The name of a counter is the primary key of the row. If the
 * table has several counter columns that are not static, the name of the column follows the key.
 */
final class CounterTable {
  private final TableMetadata table;
  private final List<CqlIdentifier> partitionKey;
  private final List<CqlIdentifier> key;
  private final List<CqlIdentifier> counters;

  CounterTable(TableMetadata table) {
    this.table = table;
    this.partitionKey = names(table.getPartitionKey());
    this.key = names(table.getPrimaryKey());
    this.counters = names(counters(table, false));
  }

  private static List<CqlIdentifier> names(List<ColumnMetadata> columns) {
    return columns.stream().map(ColumnMetadata::getName).toList();
  }

  private static List<ColumnMetadata> counters(TableMetadata table, boolean ofPartitions) {
    return table.getColumns().values().stream()
        .filter(column -> column.getType().equals(DataTypes.COUNTER))
        .filter(column -> column.isStatic() == ofPartitions)
        .toList();
  }

  boolean hasCounters() {
    return !counters.isEmpty();
  }

  /** Returns the static columns of type counter as skipped: these columns are not imported. */
  List<Found> skipped() {
    return names(counters(table, true)).stream()
        .<Found>map(
            name -> new Found.Skipped("column " + name.asInternal(), SkipReason.STATIC_COLUMN))
        .toList();
  }

  /**
   * Returns a query for the rows of a range of tokens.
   *
   * @param from whether the range has a lower bound, {@code :start}, which is exclusive
   * @param until whether the range has an upper bound, {@code :end}, which is inclusive
   */
  String query(boolean from, boolean until) {
    String token = "token(" + list(partitionKey.stream()) + ")";
    String range =
        Stream.of(from ? token + " > :start" : "", until ? token + " <= :end" : "")
            .filter(bound -> !bound.isEmpty())
            .collect(Collectors.joining(" AND "));
    return "SELECT "
        + list(Stream.concat(key.stream(), counters.stream()))
        + " FROM "
        + table.getKeyspace().asCql(true)
        + "."
        + table.getName().asCql(true)
        + (range.isEmpty() ? "" : " WHERE " + range);
  }

  private static String list(Stream<CqlIdentifier> names) {
    return names.map(name -> name.asCql(true)).collect(Collectors.joining(", "));
  }

  /** Returns the counters of a row of {@link #query}, without columns that are null. */
  List<Found> found(Row row) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      parts.add(KeyText.of(row, i));
    }
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < counters.size(); i++) {
      int column = key.size() + i;
      if (!row.isNull(column)) {
        found.add(new Found.Counter(name(parts, counters.get(i)), row.getLong(column)));
      }
    }
    return found;
  }

  private String name(List<String> parts, CqlIdentifier counter) {
    if (counters.size() == 1) {
      return CounterPath.of(parts);
    }
    List<String> all = new ArrayList<>(parts);
    all.add(counter.asInternal());
    return CounterPath.of(all);
  }
}
