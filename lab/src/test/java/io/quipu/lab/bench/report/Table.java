package io.quipu.lab.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Something to be read in rows, in either form of the report.
 *
 * @param head of the columns
 */
public record Table(List<String> head, List<List<String>> rows) {
  static Table summary(List<Finding> findings) {
    List<List<String>> rows = new ArrayList<>();
    for (Finding finding : findings) {
      for (Comparison comparison : finding.comparisons()) {
        Spread ratio = comparison.ratio();
        rows.add(
            List.of(
                finding.name() + ": " + comparison.what(),
                comparison.a() + " " + Figures.of(comparison.ofA().median(), comparison.unit()),
                comparison.b() + " " + Figures.of(comparison.ofB().median(), comparison.unit()),
                Figures.ratio(ratio.median()),
                Figures.ratio(ratio.least()) + " to " + Figures.ratio(ratio.most()),
                comparison.aim().toString(),
                comparison.verdict()));
      }
      if (!finding.remarks().isEmpty()) {
        rows.add(List.of(finding.name(), "", "", "", "", "", String.join("; ", finding.remarks())));
      }
    }
    return new Table(List.of("case", "A", "B", "A/B, median", "least to most", "aim", ""), rows);
  }

  static Table latencies(List<Latency> latencies) {
    return new Table(
        List.of("latency in µs", "load", "p50", "p90", "p99", "p99.9", "most", "failed"),
        latencies.stream()
            .map(
                latency ->
                    List.of(
                        latency.side(),
                        latency.load(),
                        micros(latency, 50),
                        micros(latency, 90),
                        micros(latency, 99),
                        micros(latency, 99.9),
                        micros(latency, 100),
                        Long.toString(latency.failed())))
            .toList());
  }

  private static String micros(Latency latency, double percentile) {
    return String.format(Locale.ROOT, "%,.0f", latency.micros(percentile));
  }

  static Table costs(List<Cost> costs) {
    return new Table(
        List.of("CPU per event in µs, user and system", "process", "under load", "afterwards"),
        costs.stream()
            .map(
                cost ->
                    List.of(
                        cost.side(),
                        cost.process(),
                        Figures.digits(cost.micros()),
                        Figures.digits(cost.microsAfter())))
            .toList());
  }
}
