package io.quipu.testing.bench.report;

import java.util.List;
import java.util.Locale;

/** A report as Markdown. */
final class Markdown {
  private final StringBuilder text = new StringBuilder();

  static String of(List<String> header, List<Finding> findings) {
    Markdown page = new Markdown();
    page.line("# Benchmarks");
    page.line("");
    header.forEach(line -> page.line("- " + line));
    page.line("");
    page.summary(findings);
    findings.forEach(page::section);
    return page.text.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private void summary(List<Finding> findings) {
    line("| case | A | B | ratio A/B (least to most) | aim | |");
    line("|---|---|---|---|---|---|");
    for (Finding finding : findings) {
      for (Comparison comparison : finding.comparisons()) {
        line(
            "| %s: %s | %s %s | %s %s | %s | %s | %s |"
                .formatted(
                    finding.name(),
                    comparison.what(),
                    comparison.a(),
                    Figures.of(comparison.ofA().median(), comparison.unit()),
                    comparison.b(),
                    Figures.of(comparison.ofB().median(), comparison.unit()),
                    ratio(comparison.ratio()),
                    comparison.aim(),
                    comparison.verdict()));
      }
      if (!finding.remarks().isEmpty()) {
        line(
            "| %s | – | – | – | – | %s |"
                .formatted(finding.name(), String.join("; ", finding.remarks())));
      }
    }
    line("");
  }

  private static String ratio(Spread ratio) {
    return "**%s** (%s to %s)"
        .formatted(
            Figures.ratio(ratio.median()),
            Figures.ratio(ratio.least()),
            Figures.ratio(ratio.most()));
  }

  private void section(Finding finding) {
    line("## " + finding.name());
    line("");
    line(finding.title() + ".");
    line("");
    finding.notes().forEach(note -> line("- " + note));
    line("");
    latencies(finding.latencies());
    costs(finding.costs());
  }

  private void latencies(List<Latency> latencies) {
    if (latencies.isEmpty()) {
      return;
    }
    line("| latency in µs | load | p50 | p90 | p99 | p99.9 | most | failed |");
    line("|---|---|---|---|---|---|---|---|");
    for (Latency latency : latencies) {
      line(
          String.format(
              Locale.ROOT,
              "| %s | %s | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %d |",
              latency.side(),
              latency.load(),
              latency.micros(50),
              latency.micros(90),
              latency.micros(99),
              latency.micros(99.9),
              latency.micros(100),
              latency.failed()));
    }
    line("");
  }

  private void costs(List<Cost> costs) {
    if (costs.isEmpty()) {
      return;
    }
    line("| CPU per event in µs, user and system | process | under load | afterwards |");
    line("|---|---|---|---|");
    for (Cost cost : costs) {
      line(
          "| %s | %s | %s | %s |"
              .formatted(
                  cost.side(),
                  cost.process(),
                  Figures.digits(cost.micros()),
                  Figures.digits(cost.microsAfter())));
    }
    line("");
  }
}
