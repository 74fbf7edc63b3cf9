package io.quipu.lab.bench.cases;

import java.util.List;

/**
 * The growth of a rate after a start.
 *
 * @param perSecond the mean of each second, the first first; at least three
 */
record Ramp(List<Double> perSecond) {
  /** Seconds of which a mean is held against a speed: one good second is luck. */
  private static final int WINDOW = 3;

  Ramp {
    perSecond = List.copyOf(perSecond);
  }

  /** The median of the last third. */
  double steady() {
    List<Double> last = perSecond.subList(perSecond.size() * 2 / 3, perSecond.size());
    return last.stream().sorted().toList().get(last.size() / 2);
  }

  /** The end of the first three seconds whose mean is a speed, in seconds; or all, if none is. */
  int secondsUntil(double speed) {
    for (int end = WINDOW; end <= perSecond.size(); end++) {
      if (mean(end) >= speed) {
        return end;
      }
    }
    return perSecond.size();
  }

  /** Of the three seconds before one. */
  double mean(int end) {
    return perSecond.subList(end - WINDOW, end).stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }
}
