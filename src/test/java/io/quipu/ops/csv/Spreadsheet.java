package io.quipu.ops.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads tables as spreadsheets do: cells are separated by a comma, a semicolon or a tab, as its
 * user or country has set it, or by all of them. Quotes are those of RFC 4180 at the beginning of a
 * cell, and characters elsewhere.
 */
public final class Spreadsheet {
  private static final List<String> SEPARATORS = List.of(",", ";", "\t", ",;\t");

  private static final Pattern FORMULA =
      Pattern.compile("[\\t\\r\\n]*[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20].*", Pattern.DOTALL);

  private static final Pattern NUMBER = Pattern.compile("-\\d+(\\.\\d+)?");

  private Spreadsheet() {}

  /** Returns the cells of a table which some spreadsheet runs; negative numbers are none. */
  public static List<String> formulas(String table) {
    return SEPARATORS.stream()
        .flatMap(separators -> cells(table, separators))
        .filter(cell -> FORMULA.matcher(cell).matches() && !NUMBER.matcher(cell).matches())
        .toList();
  }

  private static Stream<String> cells(String table, String separators) {
    List<String> cells = new ArrayList<>();
    String ends = separators + "\r\n";
    int at = 0;
    while (at < table.length()) {
      StringBuilder cell = new StringBuilder();
      if (table.charAt(at) == '"') {
        at = quoted(table, at + 1, cell);
      }
      while (at < table.length() && ends.indexOf(table.charAt(at)) < 0) {
        cell.append(table.charAt(at++));
      }
      cells.add(cell.toString());
      at++;
    }
    return cells.stream();
  }

  /** Reads until the quote that ends the cell, and returns the place after it. */
  private static int quoted(String table, int from, StringBuilder cell) {
    int at = from;
    while (at < table.length()) {
      char next = table.charAt(at++);
      boolean isQuote = next == '"';
      if (isQuote && (at == table.length() || table.charAt(at) != '"')) {
        return at;
      }
      cell.append(next);
      at += isQuote ? 1 : 0;
    }
    return at;
  }
}
