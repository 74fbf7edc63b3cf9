package io.quipu.cli.screen;

import io.quipu.client.JsonText;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** A table of text: columns of numbers aligned to the right, all others to the left. */
public final class Table {
  private static final Pattern NUMBER = Pattern.compile("-|-?[0-9][0-9,.eE+-]*|");

  /** As many as a double has at most. */
  private static final int MOST_DIGITS = 400;

  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... head) {
    this.head = List.of(head);
  }

  public void add(Object... cells) {
    rows.add(Arrays.stream(cells).map(Table::text).toList());
  }

  /** Prints the head and the rows; prints nothing if there are no rows. */
  public void print(PrintWriter out) {
    if (rows.isEmpty()) {
      return;
    }
    List<Integer> widths = new ArrayList<>(Collections.nCopies(head.size(), 0));
    widen(widths, head);
    rows.forEach(row -> widen(widths, row));
    out.println(line(widths, head));
    rows.forEach(row -> out.println(line(widths, row)));
  }

  private static void widen(List<Integer> widths, List<String> row) {
    for (int i = 0; i < row.size(); i++) {
      widths.set(i, Math.max(widths.get(i), length(row.get(i))));
    }
  }

  private String line(List<Integer> widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths.get(i) - length(row.get(i)));
      line.append(i == 0 ? "" : "  ")
          .append(isNumeric(i) ? padding + row.get(i) : row.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  /** Tells whether a column has numbers only, or dashes for what is missing. */
  private boolean isNumeric(int column) {
    return rows.stream().allMatch(row -> NUMBER.matcher(row.get(column)).matches());
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /** Returns the text of a value, a fraction without an exponent unless it has very many digits. */
  static String text(Object value) {
    if (value instanceof BigDecimal number && Math.abs(number.scale()) <= MOST_DIGITS) {
      return number.toPlainString();
    }
    return plain(value instanceof List<?> list ? JsonText.of(list) : String.valueOf(value));
  }

  /** Replaces characters that could control a terminal, because a name may hold any character. */
  public static String plain(String text) {
    return text.codePoints()
        .map(c -> isShown(c) ? c : '\uFFFD')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isShown(int c) {
    return !Character.isISOControl(c)
        && Character.getType(c) != Character.FORMAT
        && Character.getType(c) != Character.LINE_SEPARATOR
        && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
  }
}
