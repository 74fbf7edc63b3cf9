package io.quipu.cli.source.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;

/** Makes text of key columns: text is unchanged, other types become CQL literals without quotes. */
final class KeyText {
  private KeyText() {}

  static String of(Row row, int column) {
    DataType type = row.getType(column);
    if (type.equals(DataTypes.TEXT) || type.equals(DataTypes.ASCII)) {
      // A clustering column is null in the row of a partition that has only static columns.
      return String.valueOf(row.getString(column));
    }
    String literal = row.codecRegistry().codecFor(type).format(row.getObject(column));
    boolean quoted = literal.length() > 1 && literal.startsWith("'") && literal.endsWith("'");
    return quoted ? literal.substring(1, literal.length() - 1) : literal;
  }
}
