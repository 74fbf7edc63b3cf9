package io.quipu.cli.report;

import io.quipu.cli.screen.Table;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A table of a report, below its title. */
record Section(String title, List<String> lines) {
  /** The maximum number of characters of a line. */
  static final int WIDTH = 72;

  private static final int SHORTEST_NAME = 12;

  static Section of(String title, Table table) {
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text));
    return new Section(title, text.toString().lines().map(line -> cut(line, WIDTH)).toList());
  }

  /** A section of rows that begin with a name, which is cut to the room that the others leave. */
  static Section of(String title, List<String> head, List<List<String>> rows) {
    int others = 0;
    for (int i = 1; i < head.size(); i++) {
      int column = i;
      others +=
          "  ".length()
              + Stream.concat(Stream.of(head), rows.stream())
                  .mapToInt(row -> row.get(column).length())
                  .max()
                  .orElse(0);
    }
    int room = Math.max(SHORTEST_NAME, WIDTH - others);
    Table table = new Table(cut(head, room).toArray(String[]::new));
    rows.forEach(row -> table.add(cut(row, room).toArray()));
    return of(title, table);
  }

  private static List<String> cut(List<String> row, int room) {
    List<String> cut = new ArrayList<>(row);
    cut.set(0, name(row.get(0), room));
    return cut;
  }

  /** The section with one more line before the table. */
  Section below(String line) {
    return new Section(title, Stream.concat(Stream.of(line), lines.stream()).toList());
  }

  /** Cuts a name in its middle, because many names begin or end alike. */
  private static String name(String whole, int most) {
    int all = whole.codePointCount(0, whole.length());
    if (all <= most) {
      return whole;
    }
    int end = (most - 3) / 2;
    return cut(whole, most - end) + whole.substring(whole.offsetByCodePoints(0, all - end));
  }

  /** Cuts a text after so many characters. */
  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 3)) + "...";
  }
}
