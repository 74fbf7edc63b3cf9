package io.quipu.lab.bench.report;

import java.util.List;

/**
 * Figures of the rounds of a run: their median, and how far they lie apart.
 *
 * @param sorted the least first
 */
record Spread(List<Double> sorted) {
  static Spread of(List<Double> figures) {
    return new Spread(figures.stream().sorted().toList());
  }

  double median() {
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  double least() {
    return sorted.get(0);
  }

  double most() {
    return sorted.get(sorted.size() - 1);
  }
}
