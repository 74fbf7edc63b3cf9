package io.quipu.cli.report;

import java.util.ArrayList;
import java.util.List;

/** A report as plain text, with lines of at most 72 characters. */
public final class MailText {
  private MailText() {}

  /** The lines of a report. */
  public static List<String> of(Report report) {
    List<String> lines = new ArrayList<>(wrapped(report.title()));
    report.sentences().forEach(sentence -> add(lines, wrapped(sentence)));
    for (Section section : report.sections()) {
      add(lines, wrapped(section.title()));
      lines.addAll(section.lines());
    }
    return lines;
  }

  private static void add(List<String> lines, List<String> more) {
    lines.add("");
    lines.addAll(more);
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.codePointCount(0, rest.length()) > Section.WIDTH) {
      int most = rest.offsetByCodePoints(0, Section.WIDTH);
      int space = rest.lastIndexOf(' ', most);
      int end = space > 0 ? space : most;
      lines.add(rest.substring(0, end));
      rest = rest.substring(end).stripLeading();
    }
    lines.add(rest);
    return lines;
  }
}
