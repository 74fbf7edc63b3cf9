package io.quipu.cli.report;

import io.quipu.cli.screen.Table;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;

/** A table of a report, below its title. */
record Section(String title, List<String> lines) {
  /** The maximum number of characters of a line. */
  static final int WIDTH = 72;

  private static final int LONGEST_NAME = 27;

  static Section of(String title, Table table) {
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text));
    return new Section(title, text.toString().lines().map(line -> cut(line, WIDTH)).toList());
  }

  /** The section with one more line before the table. */
  Section below(String line) {
    return new Section(title, Stream.concat(Stream.of(line), lines.stream()).toList());
  }

  /** Cuts a name that is too long for a column. */
  static String name(String whole) {
    return cut(whole, LONGEST_NAME);
  }

  /** Cuts a text after so many characters. */
  static String cut(String text, int most) {
    return text.codePointCount(0, text.length()) <= most
        ? text
        : text.substring(0, text.offsetByCodePoints(0, most - 3)) + "...";
  }
}
