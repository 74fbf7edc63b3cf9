package io.quipu.cassandra.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A table of a schema file: a created table with all its columns, or a table with an added column.
 *
 * @param primaryKey the primary key in the spelling of CQL, with parentheses around the partition
 *     key; empty if the statement only adds a column
 */
record SchemaTable(String name, String primaryKey, List<Column> columns) {
  private static final Pattern CREATE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\(\\n(.*?)\\n\\)", Pattern.DOTALL);
  private static final Pattern ADD =
      Pattern.compile("ALTER TABLE (\\w+) ADD IF NOT EXISTS (\\w+ [a-z<>]+(?: static)?)");
  private static final Pattern KEY = Pattern.compile("PRIMARY KEY \\((\\(.+\\).*)\\)");
  private static final Pattern COLUMN =
      Pattern.compile("\\s*(\\w+) ([a-z]+(?:<[a-z, ]+>)?)( static)?,?");

  /**
   * A column.
   *
   * @param type the type in the spelling of CQL
   */
  record Column(String name, String type, boolean isStatic) {
    String definition() {
      return name + " " + type + (isStatic ? " static" : "");
    }
  }

  /** The table that a statement creates or adds a column to; empty for any other statement. */
  static Optional<SchemaTable> in(String statement) {
    Matcher create = CREATE.matcher(statement);
    if (create.lookingAt()) {
      return Optional.of(
          new SchemaTable(create.group(1), primaryKey(create.group(2)), columns(create.group(2))));
    }
    Matcher add = ADD.matcher(statement);
    return add.matches()
        ? Optional.of(new SchemaTable(add.group(1), "", columns(add.group(2))))
        : Optional.empty();
  }

  /** The columns of the partition key. Only for a created table. */
  List<String> partitionKey() {
    return List.of(primaryKey.substring(1, primaryKey.indexOf(')')).split(", ", -1));
  }

  /** All columns of the primary key, first the columns of the partition key. */
  List<String> key() {
    return List.of(primaryKey.replace("(", "").replace(")", "").split(", ", -1));
  }

  private static String primaryKey(String lines) {
    Matcher key = KEY.matcher(lines);
    if (!key.find()) {
      throw new IllegalArgumentException("a table without a primary key: " + lines);
    }
    return key.group(1);
  }

  private static List<Column> columns(String lines) {
    List<Column> columns = new ArrayList<>();
    for (String line : lines.split("\n", -1)) {
      Matcher column = COLUMN.matcher(line);
      if (column.matches()) {
        columns.add(new Column(column.group(1), column.group(2), column.group(3) != null));
      }
    }
    return columns;
  }
}
