package io.quipu.cli.transfer;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of separated values, as RFC 4180 defines them: a cell with a separator, a quote or a
 * line break is in quotes, and a quote within it is doubled. Blank lines are passed over. If no
 * separator is named, the first row shows it.
 */
final class CsvRows {
  /** The separators that are looked for. */
  private static final String USUAL = ",;\t";

  private static final char UNKNOWN = 0;

  /** The maximum length of a cell. A longer one has lost its closing quote. */
  private static final int MOST_OF_CELL = 1 << 20;

  private final Lines lines;
  private final boolean isSought;
  private char separator;

  /** The number of cells of the first row; 0 before it is read. */
  private int width;

  private Lines.Line line = new Lines.Line(0, "", "");
  private int at;

  /** The first line of the present row. */
  private long first;

  /**
   * @param line the number of its first line
   */
  record Row(long line, List<String> cells) {}

  /**
   * @param separator null if the first row shows it
   */
  CsvRows(Lines lines, @Nullable Character separator) {
    this.lines = lines;
    this.isSought = separator == null;
    this.separator = separator == null ? UNKNOWN : separator;
  }

  /**
   * Reads the next row. Returns null at the end of the text.
   *
   * @throws BadLine if the row is not separated values
   */
  @Nullable Row next() {
    do {
      Lines.Line read = lines.next();
      if (read == null) {
        return null;
      }
      line = read;
    } while (isBlank(line.text()));
    first = line.number();
    at = 0;
    List<String> cells = new ArrayList<>(width);
    cells.add(cell());
    while (at < line.text().length()) {
      at++;
      cells.add(cell());
    }
    width = width == 0 ? cells.size() : width;
    return new Row(first, cells);
  }

  /** Returns the number of the last line of the present row. */
  long lastLine() {
    return line.number();
  }

  /** Returns the separator as people name it. */
  String separator() {
    return separator == '\t' ? "tab" : separator == UNKNOWN ? "," : String.valueOf(separator);
  }

  /** Spaces alone are a cell where there is one column, and otherwise nothing. */
  private boolean isBlank(String text) {
    return text.isEmpty() || (width != 1 && text.isBlank() && text.indexOf(separator) < 0);
  }

  private String cell() {
    String text = line.text();
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int start = at;
    while (at < text.length() && !separates(text.charAt(at))) {
      if (text.charAt(at) == '"') {
        throw bad(
            place() + " is a quote within a cell: put the whole cell in quotes, and double it");
      }
      at++;
    }
    return text.substring(start, at);
  }

  private String quoted() {
    String opened = "the quote that opens at " + place();
    StringBuilder value = new StringBuilder();
    at++;
    while (true) {
      String text = line.text();
      int quote = text.indexOf('"', at);
      if (quote < 0) {
        value.append(text, at, text.length()).append(line.end());
        Lines.Line following = value.length() > MOST_OF_CELL ? null : following();
        if (following == null) {
          throw bad(opened + " is not closed");
        }
        line = following;
        at = 0;
        continue;
      }
      value.append(text, at, quote);
      at = quote + 1;
      if (at == text.length() || separates(text.charAt(at))) {
        return value.toString();
      }
      if (text.charAt(at) != '"') {
        throw bad(
            opened
                + " closes before "
                + place()
                + ", where the cell goes on: a quote within a cell must be doubled");
      }
      value.append('"');
      at++;
    }
  }

  private Lines.@Nullable Line following() {
    try {
      return lines.next();
    } catch (BadLine e) {
      throw e.inRowOf(first);
    }
  }

  private boolean separates(char next) {
    if (isSought && USUAL.indexOf(next) >= 0) {
      separator = separator == UNKNOWN ? next : separator;
      if (width == 0 && next != separator) {
        throw bad(
            "it has more than one of comma, semicolon and tab: say which one separates the columns,"
                + " such as --separator=tab");
      }
    }
    return next == separator && next != UNKNOWN;
  }

  private String place() {
    return (line.number() == first ? "" : "line " + line.number() + ", ") + "character " + (at + 1);
  }

  private BadLine bad(String why) {
    return new BadLine(first, why);
  }
}
