package io.quipu.ops.csv;

import java.util.regex.Pattern;

/**
 * A cell of a table that somebody opens in a spreadsheet. Names and labels come from whoever may
 * record, and a spreadsheet runs a cell that begins like a formula. It may also begin a cell after
 * a semicolon, a tab or a line break within one: which character separates cells is a setting.
 */
public final class SpreadsheetCell {
  /** Quotes before a sign do not hide it: readers take them for those of the cell. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "^(?=[\\t\\r\\n])|(?<![^;\\t\\r\\n])(?=\"*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20])");

  private SpreadsheetCell() {}

  /** Makes a text that a spreadsheet would take for a formula a text; numbers stay. */
  public static Object neutral(Object value) {
    return value instanceof String text ? FORMULA.matcher(text).replaceAll("'") : value;
  }
}
