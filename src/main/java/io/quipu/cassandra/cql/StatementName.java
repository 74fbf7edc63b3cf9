package io.quipu.cassandra.cql;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a statement in a trace. There are few names, because the text of a prepared statement
 * has no values.
 *
 * @param operation the first word of the text, for example {@code SELECT}; see {@link #OTHER}
 * @param table the table without its keyspace; empty if the text names no table
 */
record StatementName(String operation, String table) {
  private static final Pattern TABLE =
      Pattern.compile("\\b(?:FROM|INTO|UPDATE)\\s+(?:\\w+\\.)?(\\w+)");

  /** The name of a statement that was not prepared. */
  static final StatementName OTHER = new StatementName("statement", "");

  /**
   * @param query the text of a prepared statement; empty for any other statement
   */
  static StatementName of(String query) {
    int space = query.indexOf(' ');
    if (space < 0) {
      return OTHER;
    }
    Matcher table = TABLE.matcher(query);
    return new StatementName(query.substring(0, space), table.find() ? table.group(1) : "");
  }

  /** The operation, and the table if there is one. */
  String text() {
    return table.isEmpty() ? operation : operation + " " + table;
  }
}
