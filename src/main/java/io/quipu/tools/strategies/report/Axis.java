package io.quipu.tools.strategies.report;

import java.util.List;
import java.util.stream.Stream;

/** A logarithmic axis of whole decades, which has room for all given values. */
final class Axis {
  private final double from;
  private final double to;
  private final double first;
  private final double last;

  /**
   * @param from where it begins on the paper
   * @param to where it ends
   * @param values each at least 1
   */
  Axis(double from, double to, Stream<Double> values) {
    List<Double> decades = values.map(Math::log10).sorted().toList();
    this.from = from;
    this.to = to;
    this.first = decades.isEmpty() ? 0 : Math.floor(decades.get(0));
    this.last =
        decades.isEmpty() ? 1 : Math.max(first + 1, Math.ceil(decades.get(decades.size() - 1)));
  }

  /** The decade at which it begins. */
  double first() {
    return first;
  }

  /** The decade at which it ends. */
  double last() {
    return last;
  }

  /** Where a decade is, or what lies between two of them. */
  double place(double decade) {
    return from + (to - from) * (decade - first) / (last - first);
  }
}
