package io.quipu.lab.strategies.report;

import java.util.List;
import java.util.stream.Stream;

/** A logarithmic axis of whole decades that contains all given values. */
final class Axis {
  private final double from;
  private final double to;
  private final double first;
  private final double last;

  /**
   * @param from the coordinate where the axis begins
   * @param to the coordinate where the axis ends
   * @param values the values, each at least 1
   */
  Axis(double from, double to, Stream<Double> values) {
    List<Double> decades = values.map(Math::log10).sorted().toList();
    this.from = from;
    this.to = to;
    this.first = decades.isEmpty() ? 0 : Math.floor(decades.get(0));
    this.last =
        decades.isEmpty() ? 1 : Math.max(first + 1, Math.ceil(decades.get(decades.size() - 1)));
  }

  /** Returns the first decade, as an exponent of ten. */
  double first() {
    return first;
  }

  /** Returns the last decade, as an exponent of ten. */
  double last() {
    return last;
  }

  /** Returns the coordinate of an exponent of ten, which may be a fraction. */
  double place(double decade) {
    return from + (to - from) * (decade - first) / (last - first);
  }
}
