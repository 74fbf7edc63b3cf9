package io.quipu.testing.bench.report;

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
    page.summary(findings);
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

  private void row(String tag, String... cells) {
    text.append("<tr>");
    for (String cell : cells) {
      text.append("<").append(tag).append(">").append(escaped(cell));
    }
    text.append("\n");
  }

  private void summary(List<Finding> findings) {
    text.append("<table>");
    row("th", "case", "A", "B", "A/B, median", "least to most", "aim", "");
    for (Finding finding : findings) {
      for (Comparison comparison : finding.comparisons()) {
        Spread ratio = comparison.ratio();
        row(
            "td",
            finding.name() + ": " + comparison.what(),
            comparison.a() + " " + Figures.of(comparison.ofA().median(), comparison.unit()),
            comparison.b() + " " + Figures.of(comparison.ofB().median(), comparison.unit()),
            Figures.ratio(ratio.median()),
            Figures.ratio(ratio.least()) + " to " + Figures.ratio(ratio.most()),
            comparison.aim().toString(),
            comparison.verdict());
      }
      if (!finding.remarks().isEmpty()) {
        row("td", finding.name(), "", "", "", "", "", String.join("; ", finding.remarks()));
      }
    }
    text.append("</table>");
  }

  private void section(Finding finding) {
    text.append("<h2>").append(escaped(finding.name())).append("</h2><p>");
    text.append(escaped(finding.title())).append(".</p>");
    list(finding.notes());
    finding.comparisons().forEach(comparison -> text.append(Svg.rounds(comparison)));
    latencies(finding.latencies());
    costs(finding.costs());
  }

  private void latencies(List<Latency> latencies) {
    if (latencies.isEmpty()) {
      return;
    }
    text.append(Svg.percentiles(latencies)).append("<table>");
    row("th", "latency", "load", "p50", "p90", "p99", "p99.9", "most", "failed");
    for (Latency latency : latencies) {
      row(
          "td",
          latency.side(),
          latency.load(),
          micros(latency, 50),
          micros(latency, 90),
          micros(latency, 99),
          micros(latency, 99.9),
          micros(latency, 100),
          Long.toString(latency.failed()));
    }
    text.append("</table>");
  }

  private static String micros(Latency latency, double percentile) {
    return Figures.of(latency.micros(percentile), "µs");
  }

  private void costs(List<Cost> costs) {
    if (costs.isEmpty()) {
      return;
    }
    text.append("<table>");
    row("th", "CPU per event, user and system", "process", "under load", "afterwards");
    for (Cost cost : costs) {
      row(
          "td",
          cost.side(),
          cost.process(),
          Figures.of(cost.micros(), "µs"),
          Figures.of(cost.microsAfter(), "µs"));
    }
    text.append("</table>");
  }
}
