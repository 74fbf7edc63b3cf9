package io.quipu.lab.bench.report;

import java.util.List;

/** A report as one page, with plots. */
final class Html {
  private static final String STYLE =
      "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
          + "table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;"
          + "padding:.2em .6em;text-align:left}svg{display:block}";

  private final StringBuilder text = new StringBuilder();

  static String of(List<String> header, List<Finding> findings) {
    Html page = new Html();
    page.text
        .append("<!doctype html><html lang='en'><head><meta charset='utf-8'>")
        .append("<title>Quipu benchmarks</title><style>")
        .append(STYLE)
        .append("</style></head><body><h1>Benchmarks</h1>");
    page.list(header);
    page.table(Table.summary(findings));
    findings.forEach(page::section);
    return page.text.append("</body></html>\n").toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;");
  }

  private void list(List<String> lines) {
    text.append("<ul>");
    lines.forEach(line -> text.append("<li>").append(escaped(line)));
    text.append("</ul>");
  }

  private void table(Table table) {
    if (table.rows().isEmpty()) {
      return;
    }
    text.append("<table>");
    row("th", table.head());
    table.rows().forEach(cells -> row("td", cells));
    text.append("</table>");
  }

  private void row(String tag, List<String> cells) {
    text.append("<tr>");
    for (String cell : cells) {
      text.append("<").append(tag).append(">").append(escaped(cell));
    }
    text.append("\n");
  }

  private void section(Finding finding) {
    text.append("<h2>").append(escaped(finding.name())).append("</h2><p>");
    text.append(escaped(finding.title())).append(".</p>");
    list(finding.notes());
    finding.comparisons().forEach(comparison -> text.append(Svg.rounds(comparison)));
    if (!finding.latencies().isEmpty()) {
      text.append(Svg.percentiles(finding.latencies()));
    }
    table(Table.latencies(finding.latencies()));
    table(Table.costs(finding.costs()));
  }
}
