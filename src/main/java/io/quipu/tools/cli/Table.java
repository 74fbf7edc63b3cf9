package io.quipu.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A table of text: the first column aligned to the left, all others to the right. */
final class Table {
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... head) {
    this.head = List.of(head);
  }

  void add(Object... cells) {
    rows.add(Arrays.stream(cells).map(cell -> plain(String.valueOf(cell))).toList());
  }

  /** Prints the head and the rows; prints nothing if there are no rows. */
  void print(PrintWriter out) {
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

  private static String line(List<Integer> widths, List<String> row) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String padding = " ".repeat(widths.get(i) - length(row.get(i)));
      line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /** Replaces characters that could control a terminal, because a name may hold any character. */
  static String plain(String text) {
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
