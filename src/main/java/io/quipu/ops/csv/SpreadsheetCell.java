package io.quipu.ops.csv;

import java.util.regex.Pattern;

/**
 * A cell of a table that somebody opens in a spreadsheet. Names and labels come from whoever may
 * record, and a spreadsheet runs a cell that begins like a formula.
 */
public final class SpreadsheetCell {
  private static final Pattern FORMULA = Pattern.compile("[=+\\-@\\t\\r\\n]");

  private SpreadsheetCell() {}

  /** Makes a text that a spreadsheet would take for a formula a text; numbers stay. */
  public static Object neutral(Object value) {
    return value instanceof String text && FORMULA.matcher(text).lookingAt() ? "'" + text : value;
  }
}
