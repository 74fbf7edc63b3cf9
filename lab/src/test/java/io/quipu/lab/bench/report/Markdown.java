package io.quipu.lab.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A report as Markdown. */
final class Markdown {
  private final StringBuilder text = new StringBuilder();

  static String of(List<String> header, List<Finding> findings) {
    Markdown page = new Markdown();
    page.block(List.of("# Benchmarks"));
    page.list(header);
    page.table(Table.summary(findings));
    findings.forEach(page::section);
    return page.text.toString();
  }

  private void block(List<String> lines) {
    lines.forEach(line -> text.append(line).append('\n'));
    text.append('\n');
  }

  private void list(List<String> lines) {
    block(lines.stream().map(line -> "- " + line).toList());
  }

  private void table(Table table) {
    if (table.rows().isEmpty()) {
      return;
    }
    List<String> lines = new ArrayList<>();
    lines.add(row(table.head()));
    lines.add(row(Collections.nCopies(table.head().size(), "---")));
    table.rows().forEach(cells -> lines.add(row(cells)));
    block(lines);
  }

  private static String row(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private void section(Finding finding) {
    block(List.of("## " + finding.name()));
    block(List.of(finding.title() + "."));
    list(finding.notes());
    table(Table.latencies(finding.latencies()));
    table(Table.costs(finding.costs()));
  }
}
