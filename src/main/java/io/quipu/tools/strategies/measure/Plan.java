package io.quipu.tools.strategies.measure;

import java.time.Duration;
import java.util.List;

/**
 * The plan of a comparison.
 *
 * @param clients how many increments are in flight
 * @param counters among which increments are divided while their speed is measured
 * @param time for which it is
 * @param events how many events have the counters whose reads are measured, ascending
 * @param increments how many are counted in each trouble
 * @param percent of them that are troubled
 */
public record Plan(
    int clients, int counters, Duration time, List<Integer> events, int increments, int percent) {
  public Plan {
    events = List.copyOf(events);
  }

  /** One of so many increments is troubled. */
  int every() {
    return Math.max(1, 100 / percent);
  }
}
