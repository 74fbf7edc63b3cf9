package io.quipu.tools.strategies.measure;

import java.time.Duration;
import java.util.List;

/**
 * The plan of a comparison.
 *
 * @param clients the number of increments in flight
 * @param counters the number of counters that share the increments while speed is measured
 * @param time the time for which speed is measured
 * @param events the numbers of events of the counters whose reads are measured, ascending
 * @param increments the number of distinct increments in each trouble
 * @param percent the share of troubled increments, or of lost answers, in percent
 */
public record Plan(
    int clients, int counters, Duration time, List<Integer> events, int increments, int percent) {
  public Plan {
    events = List.copyOf(events);
  }

  /** Tells whether an increment is troubled. The troubled ones are spread evenly, from 0 on. */
  boolean isTroubled(int number) {
    return (long) number * percent % 100 < percent;
  }
}
