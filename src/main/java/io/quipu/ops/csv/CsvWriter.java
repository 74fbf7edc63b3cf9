package io.quipu.ops.csv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.stream.Stream;

/** Writes a table as CSV (RFC 4180), for programs or for a spreadsheet. */
public final class CsvWriter {
  private final Appendable out;
  private final boolean spreadsheet;

  /**
   * @param spreadsheet whether somebody opens the table in a spreadsheet: then no cell is a formula
   *     there, and cells are not always what was recorded
   */
  public CsvWriter(Appendable out, boolean spreadsheet) {
    this.out = out;
    this.spreadsheet = spreadsheet;
  }

  /** Writes a row of texts, numbers and other values; null is an empty cell. */
  public void row(Stream<?> cells) {
    try {
      String separator = "";
      for (Iterator<?> each = cells.iterator(); each.hasNext(); separator = ",") {
        Object cell = each.next();
        out.append(separator);
        if (cell != null) {
          write(cell, separator.isEmpty());
        }
      }
      out.append("\r\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A spreadsheet may separate cells by several characters: quotes keep a cell in one piece. */
  private void write(Object cell, boolean isFirst) throws IOException {
    String text = (spreadsheet ? SpreadsheetCell.neutral(cell) : cell).toString();
    if (spreadsheet || needsQuotes(text, isFirst)) {
      out.append('"').append(text.replace("\"", "\"\"")).append('"');
    } else {
      out.append(text);
    }
  }

  /**
   * Beyond RFC 4180, readers skip a line that is empty or begins with {@code #}, and trim blanks
   * around a cell.
   */
  private static boolean needsQuotes(String text, boolean isFirst) {
    return text.isEmpty()
        ? isFirst
        : text.charAt(0) <= '#'
            || text.charAt(text.length() - 1) <= ' '
            || text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
  }
}
