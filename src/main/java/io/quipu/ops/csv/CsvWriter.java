package io.quipu.ops.csv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.QuoteMode;

/** Writes a table as CSV (RFC 4180), for programs or for a spreadsheet. */
public final class CsvWriter {
  /** Keeps a cell in one piece if the spreadsheet separates cells by several characters. */
  private static final CSVFormat QUOTED =
      CSVFormat.RFC4180.builder().setQuoteMode(QuoteMode.ALL_NON_NULL).get();

  private final CSVPrinter printer;
  private final UnaryOperator<Object> cell;

  /**
   * @param spreadsheet whether somebody opens the table in a spreadsheet: then no cell is a formula
   *     there, and cells are not always what was recorded
   */
  public CsvWriter(Appendable out, boolean spreadsheet) {
    cell = spreadsheet ? SpreadsheetCell::neutral : UnaryOperator.identity();
    try {
      printer = new CSVPrinter(out, spreadsheet ? QUOTED : CSVFormat.RFC4180);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a row of texts, numbers and other values; null is an empty cell. */
  public void row(Stream<?> cells) {
    try {
      printer.printRecord(cells.map(cell));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
