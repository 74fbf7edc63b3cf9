package io.quipu.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A table as a schema file creates it. */
record SchemaTable(String name, List<Column> columns) {
  private static final Pattern CREATE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+) \\(\\n(.*?)\\n\\)", Pattern.DOTALL);
  private static final Pattern COLUMN = Pattern.compile("  (\\w+) ([a-z<>]+)( static)?,");

  /**
   * A column.
   *
   * @param type as CQL spells it
   */
  record Column(String name, String type, boolean isStatic) {
    String definition() {
      return name + " " + type + (isStatic ? " static" : "");
    }
  }

  /** The table that a statement creates, if it creates one. */
  static Optional<SchemaTable> in(String statement) {
    Matcher create = CREATE.matcher(statement);
    if (!create.lookingAt()) {
      return Optional.empty();
    }
    List<Column> columns = new ArrayList<>();
    for (String line : create.group(2).split("\n", -1)) {
      Matcher column = COLUMN.matcher(line);
      if (column.matches()) {
        columns.add(new Column(column.group(1), column.group(2), column.group(3) != null));
      }
    }
    return Optional.of(new SchemaTable(create.group(1), columns));
  }
}
