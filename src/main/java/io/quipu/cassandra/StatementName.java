package io.quipu.cassandra;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a statement in a trace: one of as many as there are pairs of both, since the text is
 * that which was prepared, without a value.
 *
 * @param operation {@code SELECT}, {@code INSERT}, {@code UPDATE}, {@code DELETE}
 * @param table without its keyspace; empty where none is named
 */
record StatementName(String operation, String table) {
  private static final Pattern TABLE =
      Pattern.compile("\\b(?:FROM|INTO|UPDATE)\\s+(?:\\w+\\.)?(\\w+)");

  /** One that was not prepared. */
  static final StatementName OTHER = new StatementName("statement", "");

  /**
   * @param query as it was prepared
   */
  static StatementName of(String query) {
    int space = query.indexOf(' ');
    if (space < 0) {
      return OTHER;
    }
    Matcher table = TABLE.matcher(query);
    return new StatementName(query.substring(0, space), table.find() ? table.group(1) : "");
  }

  /** Both. */
  String text() {
    return table.isEmpty() ? operation : operation + " " + table;
  }
}
